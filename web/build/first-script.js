// What a page runs first: the app, and before it what it needs, chunk by chunk, so that a slow phone scrolls and follows links in
// between.
addEventListener('grow-start-failed', tell);
try {
  const links = [...document.querySelectorAll('link[data-app]')];
  // A browser that knows no preloads fetches them all at once rather than one after the other.
  if (!links[0].relList.supports('modulepreload')) await Promise.all(links.map(({ href }) => import(href)));
  for (const { href } of links) {
    await import(href);
    await new Promise((next) => setTimeout(next));
  }
} catch (error) {
  console.error('A part of the app did not come', error);
  const found = await fetch('', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  tell(found ? '' : 'Check your network. ');
}

/** The one sentence that cannot come from a catalogue. The heading and the ways of the first view stay. */
function tell(cause) {
  const again = document.createElement('a');
  again.href = '';
  again.textContent = 'Load this page again';
  const message = document.createElement('p');
  message.role = 'alert';
  message.append('Grow could not be loaded. ', typeof cause === 'string' ? cause : '', again);
  // No place is left free for what does not come.
  document.querySelector('main > div:empty')?.remove();
  (document.querySelector('main section') ?? document.getElementById('root')).replaceChildren(message);
}
