import postcss from 'postcss';

/**
 * Returns the rules that apply to a page before the app runs: those of elements, and those whose classes are all in the
 * markup. A class in `:not()` need not be there.
 */
export function firstStyles(styles: string, markup: readonly string[]): string {
  const classes = new Set(
    markup.flatMap((html) =>
      [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    ),
  );
  const concerns = (selector: string) =>
    [...selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(/\.([\w-]+)/g)].every(([, name = '']) =>
      classes.has(name),
    );

  const sheet = postcss.parse(styles);
  sheet.walkRules((rule) => {
    // The steps of an animation are rules as well.
    if (rule.parent?.type === 'atrule' && (rule.parent as postcss.AtRule).name === 'keyframes') return;
    const selectors = rule.selectors.filter(concerns);
    if (selectors.length === 0) rule.remove();
    else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
  });
  const animations: string[] = [];
  sheet.walkDecls(/^animation/, ({ value }) => {
    animations.push(value);
  });
  sheet.walkAtRules((rule) => {
    const isUnused = rule.name === 'keyframes' && !animations.some((value) => value.includes(rule.params));
    if (isUnused || rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}
