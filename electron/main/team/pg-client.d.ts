// Declares the one part of pg that is used: the rest, pools and a native driver, is never loaded.
declare module 'pg/lib/client.js' {
  import { Client as PgClient } from 'pg';

  /** With the answers to a server that asks for proof of who we are. */
  class Client extends PgClient {
    protected _handleAuthCleartextPassword(message: unknown): void;
    protected _handleAuthMD5Password(message: unknown): void;
    protected _handleAuthSASLFinal(message: unknown): void;
    readonly connection: { readonly stream: { readonly destroy: (error?: Error) => void } };
  }
  export = Client;
}
