// @ts-check
// Who a package is, to package managers and to the people who install it. All of it stands in package.json.
import { readFileSync } from 'node:fs';
import { inCheckout } from '../paths.mjs';

/** @typedef {{ name: string, productName: string, version: string, description: string, homepage: string, author: { name: string, email: string } }} Manifest */

/** @returns {Manifest} */
export const manifest = () => JSON.parse(readFileSync(inCheckout('package.json'), 'utf8'));

/**
 * @typedef {object} Identity
 * @property {string} name Of the package.
 * @property {string} productName
 * @property {string} otherName Of the package that cannot be installed beside it.
 * @property {string} version As dpkg and rpm sort it: `~` comes before nothing.
 * @property {boolean} isTrial Whether the runtime is another than the official one: nothing for other people (E8).
 * @property {string} homepage
 * @property {string} maintainer
 * @property {string} authors
 * @property {string} summary
 */

/**
 * @param {import('../runtime.mjs').RuntimeKind} runtimeKind
 * @param {Manifest} [of]
 * @returns {Identity}
 */
export function identityOf(runtimeKind, of = manifest()) {
  const isTrial = runtimeKind !== 'official';
  const version = of.version.replace('-', '~');
  const [name, otherName] = isTrial ? [`${of.name}-trial`, of.name] : [of.name, `${of.name}-trial`];
  return {
    name,
    otherName,
    productName: of.productName,
    version: isTrial ? `${version}~trial` : version,
    isTrial,
    homepage: of.homepage,
    maintainer: `${of.author.name} <${of.author.email}>`,
    authors: of.author.name,
    summary: of.description.replace(/\.$/, '').replace(/^A /, ''),
  };
}

/** A name that no resolver answers. Source: RFC 6761, section 6.4. */
const placeholder = /[@/.]invalid(?:\/|$)/;

/**
 * @param {Pick<Manifest, 'homepage' | 'author'>} [of]
 * @returns {string | undefined} Why it cannot be given to people; nothing where it can.
 */
export function whyNotRelease({ homepage, author } = manifest()) {
  const wrong = [homepage, author.email].filter((text) => placeholder.test(text));
  return wrong.length > 0
    ? `package.json still has a placeholder where people will look for us: ${wrong.join(', ')}. Nothing was made.`
    : undefined;
}
