/**
 * The engine that plans, applies and undoes changes: a lazy part, since most sessions only look. Whoever uses it imports
 * it with `import()`, all of it from here: the engine knows which locks its own process holds, so it may be there once.
 */
export { applyPlan, interruptedPlans, recover } from '../plan/apply';
export { findBackups, planRestore } from '../plan/backups';
export { planFix, textChangeOf } from '../plan/fix-plan';
export { unreadableJournals } from '../plan/journal';
export { isLocked, lockHolder } from '../plan/lock';
export { makePlan } from '../plan/make-plan';
export { productsBeside } from '../plan/other-products';
export { isDocument } from '../plan/selection';
export { judgeName } from '../plan/skill-name';
export { extentOf, finalPlans, OTHERS, planUndo, UNDO_REST, undoablePlans } from '../plan/undo';
export { plansToWin } from '../plan/win';
export { nodeWritableFiles } from '../plan/writable-files';
export { resolve } from '../resolve';
