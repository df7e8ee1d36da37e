const form =
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:[Tt]|[ \t]+)([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+]([0-9]{1,2})(?::([0-9]{2}))?))?)?\n?$/;

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a date, with or without a time, that Python can make: the 30th of February is none. */
export function isPossibleDate(text: string): boolean {
  const found = form.exec(text);
  if (!found) return false;
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute] = found
    .slice(1)
    .map(part => Number(part ?? 0));
  const isLeapYear = year! % 4 === 0 && (year! % 100 !== 0 || year! % 400 === 0);
  const days = (daysInMonth[month! - 1] ?? 0) + (month === 2 && isLeapYear ? 1 : 0);
  if (year === 0 || day === 0 || day! > days) return false;
  return hour! < 24 && minute! < 60 && second! < 60 && zoneHour! * 60 + zoneMinute! < 24 * 60;
}
