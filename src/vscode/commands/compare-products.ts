import type { Command } from './command';

/** Shows what each product loads, name by name, and what is lost between them. */
export const compareProducts: Command = {
  id: 'whichSkill.compareProducts',
  run: ({ products }) => products.show(),
};
