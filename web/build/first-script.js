// Runs first in every page. Adds the whole stylesheet, of which the page has only what its first view needs, and
// imports the chunks of the app one after the other, in separate tasks, so that a slow phone scrolls and follows
// links in between. What a browser without import maps makes of it does not matter: `old-browser.js` follows it.
const said = document.querySelector('script[data-failed]').dataset;
addEventListener('grow-start-failed', tell);
// The app takes it when it is there: `src/app/offline/offline-status.tsx`.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.growInstalling = event;
});
// A press on a button that needs the app waits for it: `src/app/early-press.ts`.
addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest('button[data-waits]');
  if (!button) return;
  event.preventDefault();
  const before = document.querySelector('[data-waits][aria-busy=true]');
  if (before) before.removeAttribute('aria-busy');
  button.setAttribute('aria-busy', 'true');
});
// A press that began here may end in the app, where the browser makes no click of it.
addEventListener('pointerdown', ({ target }) => {
  window.growHeld = target instanceof Element ? target.closest('a[href],button') : null;
});
for (const end of ['pointerup', 'pointercancel'])
  addEventListener(end, () => {
    window.growHeld = null;
  });
start().catch(tell);

async function start() {
  try {
    await styles();
    const links = [...document.querySelectorAll('link[data-app]')];
    // Without `modulepreload`, import all chunks in parallel.
    if (!links[0].relList.supports('modulepreload')) await Promise.all(links.map(({ href }) => import(href)));
    for (const { href } of links) {
      await import(href);
      await new Promise((next) => setTimeout(next));
    }
  } catch (error) {
    console.error('A chunk of the app could not be loaded', error);
    const found = await fetch('', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    tell(found ? '' : `${said.network} `);
  }
}

/** Ends when the preloaded stylesheet applies. It follows the styles of the page and has them as well. */
function styles() {
  const { href } = document.querySelector('link[data-styles]');
  return new Promise((onload, onerror) =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }),
    ),
  );
}

/** Shows a message that the page brings, because its catalogue may be missing. The first view's links stay. */
function tell(cause) {
  const again = document.createElement('a');
  again.href = '';
  again.textContent = said.again;
  const message = document.createElement('p');
  message.role = 'alert';
  message.append(`${said.failed} `, typeof cause === 'string' ? cause : '', again);
  // Remove the reserved space of content that will not load.
  for (const empty of document.querySelectorAll('main > div:empty')) empty.remove();
  (document.querySelector('main section') ?? document.getElementById('root')).replaceChildren(message);
}
