/** Stands for the citation while the sentence is made. */
const PLACE = '\u{e000}';

interface CitedProps {
  citation: string;
  /** Returns the sentence with the citation in it. */
  children: (citation: string) => string;
}

/** Renders a sentence with a citation. A citation stays in the words of its source, which are English here. */
export function Cited({ citation, children }: CitedProps) {
  const [before, after] = children(PLACE).split(PLACE);
  return (
    <>
      {before}
      <span lang="en">{citation}</span>
      {after}
    </>
  );
}
