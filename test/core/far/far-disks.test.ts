/** Which paths lie on far disks, from what each system says of its mounts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  diskOfMounts,
  disksOfWindows,
  findFarDisks,
  readMountList,
  readNetUse,
  shareOf,
} from '../../../src/core/far/far-disks';
import { hasFarMount, readMountInfo } from '../../../src/core/far/far-mounts';

const linux = `
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:26 / /proc rw,nosuid shared:12 - proc proc rw
40 22 0:40 / /mnt/nas rw,relatime shared:20 - nfs4 nas:/export rw,vers=4.2
41 40 8:2 / /mnt/nas/local rw,relatime shared:21 - ext4 /dev/sdb1 rw
42 22 0:41 / /mnt/two\\040words rw - fuse.sshfs kim@host: rw,user_id=1000
43 22 8:3 / /mnt/windows rw - fuseblk /dev/sda3 rw
44 22 0:42 / /mnt/c rw - 9p C:\\134 rw,dirsync
45 22 0:43 / /mnt/was-near rw - ext4 /dev/sdc1 rw
46 45 0:44 / /mnt/was-near rw - cifs //nas/share rw
`;

const mac = `
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)
//kim@nas/share on /Volumes/share on top (smbfs, nodev, nosuid, mounted by kim)
/dev/disk5s1 on /Volumes/stick (msdos, local, nodev, nosuid)
nas:/export on /Volumes/export (nfs, nodev, nosuid)
`;

/** In German, since the words differ and the columns do not. */
const netUse = [
  'Neue Verbindungen werden gespeichert.',
  '',
  'Status       Lokal     Remote                    Netzwerk',
  '',
  '-------------------------------------------------------------------------------',
  'OK           Z:        \\\\nas\\team                Microsoft Windows Network',
  'Getrennt     Y:        \\\\files.example.org\\a share with blanks  Microsoft Windows Network',
  'Nicht verf.  X:        \\\\nas\\a-name-that-is-longer-than-its-column',
  '                                                Microsoft Windows Network',
  'OK                     \\\\nas\\IPC$                Microsoft Windows Network',
  '             W:        \\\\TSCLIENT\\C              Microsoft Terminal Services',
  'Der Befehl wurde erfolgreich ausgef\u00fchrt.',
].join('\r\n');

describe('far disks', () => {
  const disks = diskOfMounts(readMountInfo(linux));
  for (const [place, disk] of [
    ['/mnt/nas', '/mnt/nas'],
    ['/mnt/nas/team/skills', '/mnt/nas'],
    ['/mnt/nas-not', null],
    ['/mnt/nas/local/skills', null],
    ['/mnt/two words/x', '/mnt/two words'],
    ['/mnt/windows/x', null],
    ['/mnt/c/Users/kim', '/mnt/c'],
    ['/mnt/was-near/x', '/mnt/was-near'],
    ['/home/kim', null],
    ['/', null],
  ] as const) {
    it(`Linux: ${place}: ${disk ?? 'near'}`, () => assert.equal(disks?.diskOf(place), disk));
  }

  const macDisks = diskOfMounts(readMountList(mac));
  for (const [place, disk] of [
    ['/Users/kim', null],
    ['/Volumes/share on top/skills', '/Volumes/share on top'],
    ['/Volumes/stick/skills', null],
    ['/Volumes/export', '/Volumes/export'],
    ['/System/Volumes/Data/home/kim', '/System/Volumes/Data/home'],
  ] as const) {
    it(`macOS: ${place}: ${disk ?? 'near'}`, () => assert.equal(macDisks?.diskOf(place), disk));
  }

  for (const [place, share] of [
    ['\\\\nas\\team\\skills', '\\\\nas\\team\\'],
    ['\\\\NAS\\Team\\skills', '\\\\nas\\team\\'],
    ['//nas/team/skills', '\\\\nas\\team\\'],
    ['\\\\?\\UNC\\nas\\Team\\skills', '\\\\nas\\team\\'],
    ['\\\\nas\\team', '\\\\nas\\team\\'],
    ['\\\\nas', null],
    ['C:\\Users\\kim', null],
    ['\\\\?\\C:\\Users\\kim', null],
    ['\\\\.\\pipe\\x', null],
  ] as const) {
    it(`Windows: ${place}: ${share ?? 'near'}`, () => assert.equal(shareOf(place), share));
  }

  const letters = readNetUse(netUse);
  const windows = disksOfWindows(letters);
  for (const [place, disk] of [
    ['Z:\\skills', '\\\\nas\\team\\'],
    ['z:\\', '\\\\nas\\team\\'],
    ['\\\\?\\Z:\\skills', '\\\\nas\\team\\'],
    ['\\\\nas\\team\\skills', '\\\\nas\\team\\'],
    ['Y:\\x', '\\\\files.example.org\\a share with blanks\\'],
    ['X:\\x', '\\\\nas\\a-name-that-is-longer-than-its-column\\'],
    ['W:\\x', '\\\\tsclient\\c\\'],
    ['C:\\Users\\kim', null],
    ['D:\\work', null],
  ] as const) {
    it(`Windows with letters: ${place}: ${disk ?? 'near'}`, () => assert.equal(windows.diskOf(place), disk));
  }

  it('Windows: other letters are other disks', () => {
    assert.notEqual(windows.id, disksOfWindows(new Map([...letters].slice(1))).id);
    assert.equal(disksOfWindows(readNetUse('')).diskOf('Z:\\x'), null);
  });

  it('are seen at one look in what the kernel of Linux says', () => {
    const lines = linux.trim().split('\n');
    const far = lines.filter(line => hasFarMount(line)).map(line => line.split(' ')[4]);
    assert.deepEqual(far, ['/mnt/nas', '/mnt/two\\040words', '/mnt/c', '/mnt/was-near']);
    assert.ok(hasFarMount(linux));
    const own = [
      '50 30 0:50 / /proc/sys/fs/binfmt_misc rw shared:13 - autofs systemd-1 rw',
      '51 22 0:51 / /sys/fs/fuse/connections rw - fusectl fusectl rw',
      '20 1 0:20 / / rw - 9p none rw',
      '52 22 8:5 / /mnt/nfs rw - ext4 /dev/sdd1 rw',
    ].join('\n');
    assert.ok(!hasFarMount(own));
    assert.equal(diskOfMounts(readMountInfo(own)), null);
  });

  it('none where no mount is far', () => {
    assert.equal(diskOfMounts(readMountInfo(linux.split('\n').slice(0, 3).join('\n'))), null);
    assert.equal(diskOfMounts([]), null);
  });

  it('are told apart by where they are mounted', () => {
    const fewer = diskOfMounts(readMountInfo(linux.replace(/^42.*$/m, '')));
    assert.notEqual(fewer?.id, disks?.id);
  });

  it('of this machine can be found', async () => {
    const found = await findFarDisks(process.platform);
    assert.equal(found?.diskOf(process.execPath) ?? null, null);
  });
});
