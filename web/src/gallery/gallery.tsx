import { PageTitle } from '@/shared/ui/page-title';
import { Controls, Opening } from './controls';
import { Feedback } from './feedback';
import { Figures } from './figures';
import { Foundations } from './foundations';
import styles from './gallery.module.css';

/** Renders every component in every state, for developers and for the screenshot tests. */
export function Gallery() {
  return (
    <main className={styles.page}>
      <PageTitle lead="Every component in every state. Only the development server has this page.">
        Components
      </PageTitle>
      <Foundations />
      <Controls />
      <Opening />
      <Figures />
      <Feedback />
    </main>
  );
}
