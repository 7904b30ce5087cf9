import { whyAfter } from './rotation-sentences';

/** Adds why a crop should not follow the field's last one. */
export function WhyAfter({ why }: { why: string }) {
  const said = whyAfter(why);
  return said && <span>{` (${said})`}</span>;
}
