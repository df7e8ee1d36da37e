/** Many places at once, so that asking for one does not mean to go through all of them. */
import * as path from 'node:path';

export class PlaceSet {
  private readonly places: ReadonlySet<string>;

  constructor(places: Iterable<string>) {
    this.places = new Set(places);
  }

  /** The place that holds a path, or is it; undefined where none does. Absolute paths without `.` and `..`. */
  holding(file: string): string | undefined {
    for (let place = file; ; place = path.dirname(place)) {
      if (this.places.has(place)) return place;
      if (path.dirname(place) === place) return undefined;
    }
  }
}
