// What a page runs first: it runs what the page preloads, chunk by chunk in that order, so that a slow phone can scroll and follow
// links in between.
try {
  for (const { href } of document.querySelectorAll('link[rel="modulepreload"]')) {
    await import(href);
    await new Promise((next) => setTimeout(next));
  }
} catch (error) {
  console.error('A part of the app did not come', error);
  // The one sentence that cannot come from a catalogue. The heading and the ways of the first view stay.
  const again = document.createElement('a');
  again.href = '';
  again.textContent = 'Load this page again';
  const message = document.createElement('p');
  message.role = 'alert';
  message.append('Grow could not be loaded. Check your network. ', again);
  (document.querySelector('main section') ?? document.getElementById('root')).replaceChildren(message);
}
