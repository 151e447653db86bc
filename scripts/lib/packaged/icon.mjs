// @ts-check
// The icon for Windows, put together from the pictures of the scalable one.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inflateSync } from 'node:zlib';
import { inCheckout } from '../paths.mjs';
import { Stop } from '../say.mjs';

/** Made while packaging, of the pictures as they are then. */
export const windowsIcon = inCheckout('out', 'icon.ico');

/** Large ones lie in the file as PNG; small ones as bitmaps, which every part of the shell can show. */
const sizes = [16, 32, 48, 64, 128, 256];
const smallestPng = 128;

export function makeWindowsIcon() {
  const pictures = sizes.map((size) => readFileSync(inCheckout('resources', 'icons', `${size}x${size}.png`)));
  mkdirSync(dirname(windowsIcon), { recursive: true });
  writeFileSync(windowsIcon, icoOf(pictures));
}

/**
 * @param {readonly Buffer[]} pictures PNGs of 8-bit RGBA, square, of 256 pixels at the most.
 * @returns {Buffer}
 *
 * Source: Microsoft, "Icons" (ICONDIR, ICONDIRENTRY), and BITMAPINFOHEADER.
 */
export function icoOf(pictures) {
  const images = pictures.map((png) => {
    const { size, pixels } = decoded(png);
    return { size, bytes: size >= smallestPng ? png : bitmapOf(size, pixels) };
  });
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, bytes }] of images.entries()) {
    const at = 6 + 16 * index;
    header[at] = header[at + 1] = size % 256; // 256 is written as 0
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)]);
}

/** From the bottom row up, as BGRA; behind it the mask, in which everything is left to the alpha. @param {number} size @param {Buffer} pixels */
function bitmapOf(size, pixels) {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  header.writeInt32LE(size * 2, 8); // both pictures
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const rows = Array.from({ length: size }, (_, row) => {
    const from = (size - 1 - row) * size * 4;
    const bytes = Buffer.from(pixels.subarray(from, from + size * 4));
    for (let at = 0; at < bytes.length; at += 4) {
      const red = bytes.readUInt8(at);
      bytes[at] = bytes.readUInt8(at + 2);
      bytes[at + 2] = red;
    }
    return bytes;
  });
  const maskRow = Math.ceil(size / 32) * 4;
  return Buffer.concat([header, ...rows, Buffer.alloc(maskRow * size)]);
}

/**
 * @param {Buffer} png
 * @returns {{ size: number, pixels: Buffer }} RGBA.
 *
 * Source: PNG (W3C, third edition), sections 9.2 and 11.2.1.
 */
function decoded(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const isPlain = png.subarray(24, 29).equals(Buffer.from([8, 6, 0, 0, 0]));
  if (!isPlain || width !== height || width > 256)
    throw new Stop('A picture of the icon is not square, 8-bit RGBA, without interlacing.');
  const raw = inflateSync(Buffer.concat(chunksOf(png, 'IDAT')));
  const rowBytes = width * 4;
  const pixels = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const filter = raw.readUInt8(row * (rowBytes + 1));
    const source = raw.subarray(row * (rowBytes + 1) + 1, (row + 1) * (rowBytes + 1));
    const at = row * rowBytes;
    for (let column = 0; column < rowBytes; column++) {
      const left = column < 4 ? 0 : pixels.readUInt8(at + column - 4);
      const above = row === 0 ? 0 : pixels.readUInt8(at + column - rowBytes);
      const corner = row === 0 || column < 4 ? 0 : pixels.readUInt8(at + column - rowBytes - 4);
      pixels[at + column] = source.readUInt8(column) + predicted(filter, left, above, corner);
    }
  }
  return { size: width, pixels };
}

/** @param {number} filter @param {number} left @param {number} above @param {number} corner */
function predicted(filter, left, above, corner) {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    default:
      return paeth(left, above, corner);
  }
}

/** @param {number} left @param {number} above @param {number} corner */
function paeth(left, above, corner) {
  const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(
    Math.abs,
  );
  if (Number(toLeft) <= Number(toAbove) && Number(toLeft) <= Number(toCorner)) return left;
  return Number(toAbove) <= Number(toCorner) ? above : corner;
}

/** @param {Buffer} png @param {string} wanted */
function chunksOf(png, wanted) {
  const found = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}
