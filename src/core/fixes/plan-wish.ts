/** What a fix asks of a plan. These are requests as `core/plan` takes them. */
export type PlanWish =
  | {
      readonly kind: 'copy';
      /** Ids of candidates. */
      readonly what: { readonly candidates: readonly string[] };
      /** The canonical directory of their scope, or a root by its id. */
      readonly to: 'canonical' | { readonly root: string };
    }
  /** Removes a directory with nothing in it that hides another one. */
  | { readonly kind: 'remove-empty-root'; readonly root: string };
