// Runs first in every page. Imports the chunks of the app one after the other, in separate tasks, so that a
// slow phone scrolls and follows links in between.
addEventListener('grow-start-failed', tell);
try {
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
  tell(found ? '' : 'Check your network. ');
}

/** Shows the only message that is not in a catalogue. The heading and the links of the first view stay. */
function tell(cause) {
  const again = document.createElement('a');
  again.href = '';
  again.textContent = 'Load this page again';
  const message = document.createElement('p');
  message.role = 'alert';
  message.append('Grow could not be loaded. ', typeof cause === 'string' ? cause : '', again);
  // Remove the reserved space of content that will not load.
  document.querySelector('main > div:empty')?.remove();
  (document.querySelector('main section') ?? document.getElementById('root')).replaceChildren(message);
}
