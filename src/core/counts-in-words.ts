/** How many candidates load and how many do not, in words. */
import { type Message, message } from './message';

export interface Counts {
  readonly loads: number;
  readonly others: number;
}

/** `4 load, 3 do not`. Whole sentences, since languages form their plurals in their own ways. */
export function countsInWords({ loads, others }: Counts): Message {
  if (loads === 0 && others === 0) return message('no skills');
  if (others === 0) return loads === 1 ? message('1 loads') : message('{0} load', loads);
  if (loads === 0)
    return others === 1 ? message('none loads, 1 does not') : message('none loads, {0} do not', others);
  if (loads === 1)
    return others === 1 ? message('1 loads, 1 does not') : message('1 loads, {0} do not', others);
  return others === 1
    ? message('{0} load, 1 does not', loads)
    : message('{0} load, {1} do not', loads, others);
}
