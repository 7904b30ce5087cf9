const slides = [...document.querySelectorAll('.slide')];
const previous = document.getElementById('previous');
const next = document.getElementById('next');
const position = document.getElementById('position');
let shown = Math.max(
  0,
  slides.findIndex((slide) => `#${slide.id}` === location.hash),
);

function show(index) {
  shown = Math.min(Math.max(index, 0), slides.length - 1);
  for (const [place, slide] of slides.entries()) slide.classList.toggle('current', place === shown);
  slides[shown].parentElement.scrollTop = 0;
  previous.disabled = shown === 0;
  next.disabled = shown === slides.length - 1;
  position.textContent = `${shown + 1} / ${slides.length}`;
}

const steps = {
  ArrowRight: () => show(shown + 1),
  PageDown: () => show(shown + 1),
  ArrowLeft: () => show(shown - 1),
  PageUp: () => show(shown - 1),
  Home: () => show(0),
  End: () => show(slides.length - 1),
};

previous.addEventListener('click', steps.ArrowLeft);
next.addEventListener('click', steps.ArrowRight);
document.addEventListener('keydown', (event) => {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  step();
});

document.body.classList.add('scripted');
show(shown);
