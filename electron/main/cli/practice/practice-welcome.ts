interface Welcome {
  readonly baseUrl: string;
  readonly username: string;
  readonly seed: number;
  /** Null for a key that the user gave: it is not printed. */
  readonly apiKey: string | null;
}

/** What an integrator needs to point a client at the practice service, and two commands that show that it answers. */
export const practiceWelcome = ({ baseUrl, username, seed, apiKey }: Welcome): string => `Practice service
  base URL   ${baseUrl}
  username   ${username}
  API key    ${apiKey ?? '(as read from the standard input)'}
  seed       ${seed}

Nothing here is bought, and nothing leaves this machine. Try it:

  key='${apiKey ?? '<API_KEY>'}'
  token=$(printf %s "$key" | openssl dgst -sha256 -hmac "${username}:$(date -u '+%y-%m-%d %H')" | sed 's/.*= //' | tr -d '\\n' | openssl base64 -A)
  curl -s -H 'username: ${username}' -H "token: $token" --data 'searchTerm=example&tldsToInclude[]=com&tldsToInclude[]=dev&premiumEnabled=0' ${baseUrl}/domains/lookup

Ctrl-C ends it.`;
