import { t } from '@lingui/core/macro';
import { serverPaths } from '@/shared/paths';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import styles from './slides-page.module.css';

export default function SlidesPage() {
  return (
    <>
      <PageTitle>{t`Presentation`}</PageTitle>
      <Panel>
        <iframe src={serverPaths.deck} title={t`Slides about Grow`} className={styles.deck} />
        <a href={serverPaths.deck} className={styles.link}>
          {t`Open the slides on their own`}
        </a>
      </Panel>
    </>
  );
}
