/**
 * The program behind a `FuseDisk`: it answers the kernel's requests with what is in a directory of this machine. The
 * protocol is that of `/usr/include/linux/fuse.h`; nothing is kept by the kernel, so that each question comes here.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { FUSE_REQUESTS, type FuseOrder } from './fuse-disk';

const DEVICE = 4;
const [, , below = ''] = process.argv;

/** Paths by the numbers that the kernel is given for them. A number is never given twice. */
const paths = new Map<bigint, string>([[1n, '']]);
const nodes = new Map<string, bigint>([['', 1n]]);
let lastNode = 1n;
const open = new Map<bigint, number>();
let lastHandle = 0n;

let silentAt: ReadonlySet<number> | 'now' | null = null;
let held: Buffer[] = [];

function nodeOf(place: string): bigint {
  const known = nodes.get(place);
  if (known !== undefined) return known;
  nodes.set(place, ++lastNode);
  paths.set(lastNode, place);
  return lastNode;
}

function real(place: string): string {
  return path.join(below, place);
}

/** `struct fuse_attr`: 88 bytes. */
function attributes(place: string): Buffer {
  const stats = fs.lstatSync(real(place), { bigint: true });
  const bytes = Buffer.alloc(88);
  bytes.writeBigUInt64LE(nodeOf(place), 0);
  bytes.writeBigUInt64LE(stats.size, 8);
  bytes.writeBigUInt64LE(stats.blocks, 16);
  [stats.atimeNs, stats.mtimeNs, stats.ctimeNs].forEach((time, index) => {
    bytes.writeBigUInt64LE(time / 1_000_000_000n, 24 + 8 * index);
    bytes.writeUInt32LE(Number(time % 1_000_000_000n), 48 + 4 * index);
  });
  bytes.writeUInt32LE(Number(stats.mode), 60);
  bytes.writeUInt32LE(Number(stats.nlink), 64);
  bytes.writeUInt32LE(Number(stats.uid), 68);
  bytes.writeUInt32LE(Number(stats.gid), 72);
  bytes.writeUInt32LE(4096, 80);
  return bytes;
}

/** `struct fuse_entry_out`, good for no time at all. */
function entry(place: string): Buffer {
  const attr = attributes(place);
  const head = Buffer.alloc(40);
  head.writeBigUInt64LE(nodeOf(place), 0);
  return Buffer.concat([head, attr]);
}

function opened(handle: bigint): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(handle, 0);
  // Past the kernel's cache.
  bytes.writeUInt32LE(1, 8);
  return bytes;
}

function openFile(place: string, flags: number, mode?: number): bigint {
  // Creating, truncating and the like the kernel asks for by themselves.
  open.set(++lastHandle, fs.openSync(real(place), flags, mode));
  return lastHandle;
}

function listing(place: string, offset: number, most: number): Buffer {
  const entries = fs.readdirSync(real(place), { withFileTypes: true });
  const all: Buffer[] = [];
  let length = 0;
  for (const [index, one] of entries.entries()) {
    if (index < offset) continue;
    const name = Buffer.from(one.name);
    const bytes = Buffer.alloc((24 + name.length + 7) & ~7);
    bytes.writeBigUInt64LE(nodeOf(path.posix.join(place, one.name)), 0);
    bytes.writeBigUInt64LE(BigInt(index + 1), 8);
    bytes.writeUInt32LE(name.length, 16);
    bytes.writeUInt32LE(one.isDirectory() ? 4 : one.isSymbolicLink() ? 10 : 8, 20);
    name.copy(bytes, 24);
    length += bytes.length;
    if (length > most) break;
    all.push(bytes);
  }
  return Buffer.concat(all);
}

/** Texts that end with a zero byte. */
function texts(body: Buffer): string[] {
  return body.toString('utf8').split('\0');
}

function setAttributes(place: string, body: Buffer): Buffer {
  const valid = body.readUInt32LE(0);
  if (valid & 1) fs.chmodSync(real(place), body.readUInt32LE(68) & 0o7777);
  if (valid & 8) fs.truncateSync(real(place), Number(body.readBigUInt64LE(16)));
  if (valid & (16 | 32)) {
    const time = (at: number, fraction: number) =>
      Number(body.readBigUInt64LE(at)) + body.readUInt32LE(fraction) / 1e9 + 5e-7;
    fs.lutimesSync(real(place), time(32, 56), time(40, 60));
  }
  return Buffer.concat([Buffer.alloc(16), attributes(place)]);
}

/** The answer to a request; a number is that of an error. */
function answer(kind: number, place: string, body: Buffer): Buffer | number {
  const child = (name = '') => path.posix.join(place, name);
  switch (kind) {
    case 26: {
      const bytes = Buffer.alloc(64);
      bytes.writeUInt32LE(7, 0);
      bytes.writeUInt32LE(31, 4);
      bytes.writeUInt32LE(65_536, 8);
      bytes.writeUInt16LE(16, 16);
      bytes.writeUInt16LE(12, 18);
      bytes.writeUInt32LE(65_536, 20);
      bytes.writeUInt32LE(1, 24);
      return bytes;
    }
    case FUSE_REQUESTS.lookup:
      return entry(child(texts(body)[0]));
    case FUSE_REQUESTS.getattr:
      return Buffer.concat([Buffer.alloc(16), attributes(place)]);
    case FUSE_REQUESTS.setattr:
      return setAttributes(place, body);
    case FUSE_REQUESTS.readlink:
      return fs.readlinkSync(real(place), 'buffer');
    case FUSE_REQUESTS.symlink: {
      const [name, target = ''] = texts(body);
      fs.symlinkSync(target, real(child(name)));
      return entry(child(name));
    }
    case FUSE_REQUESTS.mkdir: {
      const [name] = texts(body.subarray(8));
      fs.mkdirSync(real(child(name)), body.readUInt32LE(0));
      return entry(child(name));
    }
    case FUSE_REQUESTS.unlink:
    case FUSE_REQUESTS.rmdir: {
      const gone = child(texts(body)[0]);
      if (kind === FUSE_REQUESTS.unlink) fs.unlinkSync(real(gone));
      else fs.rmdirSync(real(gone));
      nodes.delete(gone);
      return Buffer.alloc(0);
    }
    case FUSE_REQUESTS.rename:
    case FUSE_REQUESTS.rename2: {
      const [from, to] = texts(body.subarray(kind === FUSE_REQUESTS.rename ? 8 : 16));
      const target = path.posix.join(paths.get(body.readBigUInt64LE(0)) ?? '', to ?? '');
      fs.renameSync(real(child(from)), real(target));
      renamed(child(from), target);
      return Buffer.alloc(0);
    }
    case FUSE_REQUESTS.link: {
      const [name] = texts(body.subarray(8));
      fs.linkSync(real(paths.get(body.readBigUInt64LE(0)) ?? ''), real(child(name)));
      return entry(child(name));
    }
    case FUSE_REQUESTS.open:
      return opened(openFile(place, body.readUInt32LE(0) & (3 | fs.constants.O_APPEND)));
    case FUSE_REQUESTS.create: {
      const [name] = texts(body.subarray(16));
      const handle = openFile(
        child(name),
        body.readUInt32LE(0) & ~fs.constants.O_NOFOLLOW,
        body.readUInt32LE(4),
      );
      return Buffer.concat([entry(child(name)), opened(handle)]);
    }
    case FUSE_REQUESTS.read: {
      const bytes = Buffer.alloc(body.readUInt32LE(16));
      const file = open.get(body.readBigUInt64LE(0))!;
      return bytes.subarray(0, fs.readSync(file, bytes, 0, bytes.length, Number(body.readBigUInt64LE(8))));
    }
    case FUSE_REQUESTS.write: {
      const size = body.readUInt32LE(16);
      const file = open.get(body.readBigUInt64LE(0))!;
      fs.writeSync(file, body, 40, size, Number(body.readBigUInt64LE(8)));
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(size, 0);
      return bytes;
    }
    case FUSE_REQUESTS.opendir:
      fs.accessSync(real(place));
      return opened(0n);
    case FUSE_REQUESTS.readdir:
      return listing(place, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16));
    // Closing a file.
    case 18:
      fs.closeSync(open.get(body.readBigUInt64LE(0))!);
      open.delete(body.readBigUInt64LE(0));
      return Buffer.alloc(0);
    // Closing a directory, bringing things to the disk, whether it may.
    case 29:
    case FUSE_REQUESTS.fsync:
    case 25:
    case 30:
    case 34:
      return Buffer.alloc(0);
    // How full it is: nothing is known of that.
    case 17:
      return Buffer.alloc(80);
    default:
      return 38;
  }
}

function renamed(from: string, to: string): void {
  for (const [place, node] of [...nodes]) {
    if (place !== from && !place.startsWith(`${from}/`)) continue;
    nodes.delete(place);
    nodes.set(to + place.slice(from.length), node);
    paths.set(node, to + place.slice(from.length));
  }
}

const ERRORS: Readonly<Record<string, number>> = {
  EPERM: 1,
  ENOENT: 2,
  EACCES: 13,
  EEXIST: 17,
  EXDEV: 18,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  EROFS: 30,
  ELOOP: 40,
  ENOTEMPTY: 39,
};

function serve(request: Buffer): void {
  const [kind, unique] = [request.readUInt32LE(4), request.readBigUInt64LE(8)];
  // Forgetting asks for no answer.
  if (kind === 2 || kind === 42 || kind === 36) return;
  let body: Buffer | number;
  try {
    body = answer(kind, paths.get(request.readBigUInt64LE(16)) ?? '', request.subarray(40));
  } catch (error) {
    body = ERRORS[(error as NodeJS.ErrnoException).code ?? ''] ?? 5;
  }
  const data = typeof body === 'number' ? Buffer.alloc(0) : body;
  const head = Buffer.alloc(16);
  head.writeUInt32LE(16 + data.length, 0);
  head.writeInt32LE(typeof body === 'number' ? -body : 0, 4);
  head.writeBigUInt64LE(unique, 8);
  try {
    fs.writeSync(DEVICE, Buffer.concat([head, data]));
  } catch {
    // Whoever asked has gone.
  }
}

function take(request: Buffer): void {
  if (silentAt instanceof Set && silentAt.has(request.readUInt32LE(4))) silentAt = 'now';
  if (silentAt === 'now') held.push(request);
  else serve(request);
}

function next(): void {
  fs.read(DEVICE, Buffer.alloc(256 * 1024), (error, length, buffer) => {
    if (!error) take(Buffer.from(buffer.subarray(0, length)));
    // It is not mounted any more.
    else if (error.code !== 'EINTR' && error.code !== 'ENOENT' && error.code !== 'EAGAIN') process.exit();
    next();
  });
}

process.on('message', (order: FuseOrder) => {
  if ('wake' in order) {
    silentAt = null;
    const all = held;
    held = [];
    for (const request of all) serve(request);
  } else {
    silentAt = order.silence === true ? 'now' : new Set(order.silence.map(kind => FUSE_REQUESTS[kind]));
  }
  process.send!('heard');
});
process.on('disconnect', () => process.exit());
next();
process.send!('ready');
