// The script of every page: puts content in place without losing where the reader is, and reports what is clicked.
(() => {
  // @ts-expect-error: given by VS Code
  const host = acquireVsCodeApi();
  const content = document.getElementById('content');
  const announcer = document.getElementById('announcer');
  let shown = '';

  /** What an element is found again by: its id, or what it does. */
  function keyOf(element) {
    if (!element || !content.contains(element)) return undefined;
    if (element.id) return `#${element.id}`;
    const { action, value } = element.dataset;
    if (action !== undefined) return `${action} ${value}`;
    return element.tagName === 'SUMMARY' ? `summary ${element.parentElement.id}` : undefined;
  }

  function focusables() {
    return [...content.querySelectorAll('[data-action]:not([disabled]), summary, [tabindex="0"]')];
  }

  /** Opened `<details>` by id, and how far down the reader is. */
  function remember() {
    const details = [...content.querySelectorAll('details[id]')];
    const opened = Object.fromEntries(details.map(one => [one.id, one.open]));
    host.setState({ opened: { ...host.getState()?.opened, ...opened }, scroll: window.scrollY });
  }

  /** The one button of a grid that the tab key comes back to. */
  function rove(to) {
    for (const button of to.closest('[role="grid"]').querySelectorAll('td button[tabindex="0"]'))
      button.tabIndex = -1;
    to.tabIndex = 0;
  }

  function put(markup) {
    if (markup === shown) return;
    const isFirst = shown === '';
    if (!isFirst) remember();
    const state = host.getState();
    const before = focusables();
    const index = before.indexOf(document.activeElement);
    const key = keyOf(document.activeElement);
    const twins = before.filter(element => keyOf(element) === key);
    const twin = twins.indexOf(document.activeElement);
    const box = content.querySelector('.matrix');
    const at = [box?.scrollLeft ?? 0, box?.scrollTop ?? 0];
    shown = markup;
    content.innerHTML = markup;
    content.querySelector('.matrix')?.scrollTo(...at);
    document.title = content.querySelector('h1')?.textContent || document.title;
    for (const [id, open] of Object.entries(state?.opened ?? {})) {
      const details = document.getElementById(id);
      if (details?.tagName === 'DETAILS') details.open = open;
    }
    if (index >= 0) {
      const after = focusables();
      const same = after.filter(element => keyOf(element) === key);
      const next = same[twin] ?? same[0] ?? after[Math.min(index, after.length - 1)];
      next?.focus({ preventScroll: true });
    }
    window.scrollTo(0, state?.scroll ?? 0);
  }

  /** As `encode` in html.ts. */
  function encode(text) {
    const units = [...Array(text.length).keys()].map(index => text.charCodeAt(index));
    return btoa(units.map(unit => String.fromCharCode(unit & 0xff, unit >> 8)).join(''));
  }

  function report(element, more) {
    const { action: name, value = '' } = element.dataset;
    host.postMessage({ kind: 'action', name, value, ...more });
  }

  window.addEventListener('message', ({ data }) => {
    if (data.kind === 'content') put(data.markup);
    if (data.kind === 'announce') announcer.textContent = data.text;
  });
  content.addEventListener('click', ({ target }) => {
    const button = target.closest('button[data-action]');
    if (button) report(button);
  });
  content.addEventListener('change', ({ target }) => {
    if (target.matches('input[type="checkbox"][data-action]')) report(target, { checked: target.checked });
    if (target.matches('select[data-action], input[type="radio"][data-action]'))
      report(target, { choice: target.value });
    if (target.matches('input[type="text"][data-action]')) report(target, { choice: encode(target.value) });
  });
  // In a grid the arrow keys lead from button to button: the tab key reaches the whole of it once.
  content.addEventListener('keydown', event => {
    const cell = event.target.closest('[role="grid"] td');
    if (!cell || event.altKey || event.metaKey) return;
    const rows = [...cell.closest('tbody').rows].map(row => [...row.querySelectorAll('td button')]);
    const row = rows.findIndex(buttons => buttons.includes(event.target));
    const column = rows[row]?.indexOf(event.target) ?? -1;
    const far = event.ctrlKey;
    const last = rows[row]?.length - 1;
    const to = {
      ArrowUp: [far ? 0 : row - 1, column],
      ArrowDown: [far ? rows.length - 1 : row + 1, column],
      ArrowLeft: [row, far ? 0 : column - 1],
      ArrowRight: [row, far ? last : column + 1],
      Home: [far ? 0 : row, 0],
      End: [far ? rows.length - 1 : row, last],
      PageUp: [Math.max(0, row - 10), column],
      PageDown: [Math.min(rows.length - 1, row + 10), column],
    }[event.key];
    const next = to && rows[to[0]]?.[to[1]];
    if (!to) return;
    event.preventDefault();
    if (!next) return;
    rove(next);
    next.focus();
  });
  content.addEventListener('focusin', ({ target }) => {
    if (target.closest('[role="grid"] td')) rove(target);
  });
  content.addEventListener('toggle', remember, true);
  window.addEventListener('scroll', remember, { passive: true });
  host.postMessage({ kind: 'ready' });
})();
