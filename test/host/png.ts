/** Pictures of the interface in few bytes: PNG with a palette, as screenshots have few colours. Nothing but node is needed. */
import { deflateSync, inflateSync } from 'node:zlib';

/** A picture: one number a pixel, `0xRRGGBB`, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads what Chromium writes: 8 bits a channel, RGB or RGBA, not interlaced; transparency is left out. Throws on others. */
export function readPng(file: Buffer): Picture {
  const chunks = [...chunksOf(file)];
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (!header) throw new Error('This is not a PNG picture.');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = { 2: 3, 6: 4 }[header[9] ?? -1];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0)
    throw new Error('Only PNG pictures with 8 bits a channel, RGB or RGBA, not interlaced, can be read.');
  const data = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(one => one.data)));
  const lines = unfiltered(data, width * channels, height, channels);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at++) pixels[at] = lines.readUIntBE(at * channels, 3);
  return { width, height, pixels };
}

/** A PNG with a palette of at most 256 colours. A picture with more of them gets the nearest ones. */
export function writePng({ width, height, pixels }: Picture, colours = 256): Buffer {
  const palette = paletteOf(pixels, Math.min(colours, 256));
  const bits = palette.length <= 16 ? 4 : 8;
  const stride = Math.ceil((width * bits) / 8);
  const lines = Buffer.alloc((stride + 1) * height);
  const known = new Map<number, number>();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = pixels[y * width + x]!;
      let index = known.get(colour);
      if (index === undefined) {
        index = nearest(palette, colour);
        known.set(colour, index);
      }
      const at = y * (stride + 1) + 1;
      if (bits === 8) lines[at + x] = index;
      else lines[at + (x >> 1)]! |= x % 2 === 0 ? index << 4 : index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 3, 0, 0, 0], 8);
  const table = Buffer.alloc(palette.length * 3);
  for (const [index, colour] of palette.entries()) table.writeUIntBE(colour, index * 3, 3);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function* chunksOf(file: Buffer): Generator<{ type: string; data: Buffer }> {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('This is not a PNG picture.');
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** The checksum of a chunk (PNG specification, annex D); node's own came with 20.15. */
function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Takes back the filter of each line (PNG specification, 9.2). */
function unfiltered(data: Buffer, stride: number, height: number, channels: number): Buffer {
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? lines[at - channels]! : 0;
      const above = y > 0 ? lines[at - stride]! : 0;
      const corner = x >= channels && y > 0 ? lines[at - stride - channels]! : 0;
      lines[at] = data[y * (stride + 1) + 1 + x]! + predicted(filter, left, above, corner);
    }
  }
  return lines;
}

function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(
    Math.abs,
  );
  if (toLeft! <= toAbove! && toLeft! <= toCorner!) return left;
  return toAbove! <= toCorner! ? above : corner;
}

interface Weighed {
  readonly colour: number;
  readonly weight: number;
}

const shifts = [16, 8, 0] as const;

/** Median cut: the group of colours that spreads most is cut in two, until there are enough groups. */
function paletteOf(pixels: Uint32Array, most: number): readonly number[] {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  // A large surface must not swallow the few pixels of an icon.
  const all = [...counts].map(([colour, count]) => ({ colour, weight: Math.sqrt(count) }));
  const groups = [spread(all)];
  while (groups.length < most) {
    const widest = groups.reduce(
      (best, group, index) => (group.spread > groups[best]!.spread ? index : best),
      0,
    );
    const { members, shift, spread: amount } = groups[widest]!;
    if (amount === 0) break;
    const sorted = members.toSorted((a, b) => channel(a.colour, shift) - channel(b.colour, shift));
    const middle = mean(sorted, shift);
    const found = sorted.findIndex(({ colour }) => channel(colour, shift) > middle);
    groups.splice(widest, 1, spread(sorted.slice(0, found)), spread(sorted.slice(found)));
  }
  return groups.map(({ members }) => {
    // The background must keep its very colour: next to the page around it a shift would be seen.
    const heaviest = members.reduce((best, one) => (one.weight > best.weight ? one : best));
    const total = members.reduce((sum, { weight }) => sum + weight, 0);
    if (heaviest.weight > total / 2) return heaviest.colour;
    return shifts.reduce<number>((colour, shift) => colour | (Math.round(mean(members, shift)) << shift), 0);
  });
}

function spread(members: readonly Weighed[]) {
  const spreads = shifts.map(shift => {
    const middle = mean(members, shift);
    return members.reduce(
      (sum, { colour, weight }) => sum + weight * (channel(colour, shift) - middle) ** 2,
      0,
    );
  });
  const widest = Math.max(...spreads);
  return { members, spread: widest, shift: shifts[spreads.indexOf(widest)]! };
}

function mean(members: readonly Weighed[], shift: number): number {
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  return members.reduce((sum, { colour, weight }) => sum + weight * channel(colour, shift), 0) / total;
}

function channel(colour: number, shift: number): number {
  return (colour >> shift) & 0xff;
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, one] of palette.entries()) {
    const distance = shifts.reduce<number>(
      (sum, shift) => sum + (channel(one, shift) - channel(colour, shift)) ** 2,
      0,
    );
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
