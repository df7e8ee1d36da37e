// The script of every page: puts content in place without losing where the reader is, and reports what is clicked.
(() => {
  // @ts-expect-error: given by VS Code
  const host = acquireVsCodeApi();
  const content = document.getElementById('content');
  const announcer = document.getElementById('announcer');
  let shown = '';
  /** The text of a field that was last reported. */
  let reported;

  /** What an element is found again by: its id, or what it does. */
  function keyOf(element) {
    if (!element || !content.contains(element)) return undefined;
    if (element.id) return `#${element.id}`;
    const { action, value } = element.dataset;
    if (action !== undefined) return `${action} ${value}`;
    return element.tagName === 'SUMMARY' ? `summary ${element.parentElement.id}` : undefined;
  }

  function focusables() {
    return [
      ...content.querySelectorAll('[data-action]:not([disabled]), [data-filter], summary, [tabindex="0"]'),
    ];
  }

  /** Opened `<details>` by id, and where the reader is. */
  function remember() {
    const details = [...content.querySelectorAll('details[id]')];
    const opened = Object.fromEntries(details.map(one => [one.id, one.open]));
    const state = host.getState();
    const box = content.querySelector('.matrix');
    host.setState({
      ...state,
      opened: { ...state?.opened, ...opened },
      scroll: window.scrollY,
      ...(box && { box: [box.scrollLeft, box.scrollTop] }),
    });
  }

  /** What a node is recognized by in an update, beside its siblings. */
  function likenessOf(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
    // A row goes by its first cell, and a cell by its place: its class only says what is in it.
    if (node.nodeName === 'TR') return `TR ${node.cells[0]?.textContent}`;
    return `${node.nodeName} ${node.id} ${/^T[DH]$/.test(node.nodeName) ? '' : node.className}`;
  }

  /** Makes `from` what `to` is, and leaves alone whatever is the same: what has the focus, or is scrolled, stays so. */
  function become(from, to) {
    for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
    for (const { name, value } of to.attributes)
      if (from.getAttribute(name) !== value) from.setAttribute(name, value);
    becomeWithin(from, to);
  }

  function becomeWithin(from, to) {
    const nodes = [...from.childNodes];
    const likenesses = nodes.map(likenessOf);
    let at = 0;
    for (const next of [...to.childNodes]) {
      const like = likenesses.indexOf(likenessOf(next), at);
      if (like < 0) {
        from.insertBefore(next, nodes[at] ?? null);
        continue;
      }
      for (; at < like; at++) nodes[at].remove();
      const node = nodes[at++];
      if (node.isEqualNode(next) || node.id === 'filtered') continue;
      if (node.nodeType === Node.ELEMENT_NODE) become(node, next);
      else node.nodeValue = next.nodeValue;
    }
    for (; at < nodes.length; at++) nodes[at].remove();
  }

  /** Has every control show what the markup says, but for a text that somebody is typing. */
  function resetControls() {
    for (const input of content.querySelectorAll('input')) {
      if (input.type === 'text') {
        const isTyped = input === document.activeElement && input.value !== reported;
        if (!isTyped && !input.dataset.filter) input.value = input.defaultValue;
      } else input.checked = input.defaultChecked;
    }
    for (const option of content.querySelectorAll('option')) option.selected = option.defaultSelected;
  }

  /** Shows only the rows whose first cell holds the text of the page's filter, in whatever case. */
  function filter() {
    const input = content.querySelector('input[data-filter]');
    if (!input) return;
    const wanted = input.value.trim().toLowerCase();
    const rows = [...content.querySelectorAll(input.dataset.filter)];
    for (const row of rows) row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
    const left = rows.filter(row => !row.hidden);
    const [shown, all] = [left.length, rows.length];
    const { count } = input.dataset;
    const said = wanted === '' ? '' : count.replace(/\{(\d)\}/g, (_, index) => [shown, all][index]);
    const status = content.querySelector('#filtered');
    if (status.textContent !== said) status.textContent = said;
    const grid = content.querySelector('[role="grid"]');
    const reached = grid?.querySelector('td button[tabindex="0"]');
    const first = left[0]?.querySelector('td button');
    if (first && (!reached || reached.closest('tr').hidden)) rove(first);
  }

  /** Keeps a cell that gets the focus from under the heads of its table. */
  function fitMatrix() {
    const box = content.querySelector('.matrix');
    const corner = box?.querySelector('thead th');
    if (!corner) return;
    box.style.scrollPaddingTop = `${corner.offsetHeight}px`;
    box.style.scrollPaddingLeft = `${corner.offsetWidth}px`;
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
    const reached = keyOf(content.querySelector('[role="grid"] td button[tabindex="0"]'));
    shown = markup;
    const next = document.createElement('template');
    next.innerHTML = markup;
    becomeWithin(content, next.content);
    resetControls();
    const text = content.querySelector('input[data-filter]');
    if (isFirst && text) text.value = state?.filter ?? '';
    filter();
    fitMatrix();
    if (isFirst && state?.box) content.querySelector('.matrix')?.scrollTo(...state.box);
    document.title = content.querySelector('h1')?.textContent || document.title;
    for (const [id, open] of Object.entries(state?.opened ?? {})) {
      const details = document.getElementById(id);
      if (details?.tagName === 'DETAILS') details.open = open;
    }
    const after = focusables();
    if (reached) {
      const cell = after.find(element => keyOf(element) === reached && element.closest('td'));
      if (cell && !cell.closest('tr').hidden) rove(cell);
    }
    if (index >= 0 && keyOf(document.activeElement) !== key) {
      const same = after.filter(element => keyOf(element) === key);
      const focused = same[twin] ?? same[0] ?? after[Math.min(index, after.length - 1)];
      focused?.focus({ preventScroll: true });
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
    if (target.matches('input[type="text"][data-action]')) {
      reported = target.value;
      report(target, { choice: encode(target.value) });
    }
  });
  content.addEventListener('input', ({ target }) => {
    if (!target.matches('input[data-filter]')) return;
    host.setState({ ...host.getState(), filter: target.value });
    filter();
  });
  // In a grid the arrow keys lead from button to button: the tab key reaches the whole of it once.
  content.addEventListener('keydown', event => {
    const cell = event.target.closest('[role="grid"] td');
    if (!cell || event.altKey || event.metaKey) return;
    const inSight = [...cell.closest('tbody').rows].filter(({ hidden }) => !hidden);
    const rows = inSight.map(row => [...row.querySelectorAll('td button')]);
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
  // What scrolls within the page does not tell it.
  content.addEventListener('scroll', remember, { capture: true, passive: true });
  window.addEventListener('resize', fitMatrix);
  host.postMessage({ kind: 'ready' });
})();
