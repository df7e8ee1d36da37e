/** The plan engine, loaded when it is first needed. */
export type Engine = typeof import('../../core/lazy/plan');

/** All use of the engine goes through here: there may be only one copy of it. */
export function engine(): Promise<Engine> {
  return import('../../core/lazy/plan');
}
