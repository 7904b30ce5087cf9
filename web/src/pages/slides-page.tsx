import { t } from '@lingui/core/macro';
import { useLanguage } from '@/shared/i18n/language';
import { serverPaths } from '@/shared/paths';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import styles from './slides-page.module.css';

export default function SlidesPage() {
  const deck = serverPaths.deck(useLanguage());
  return (
    <>
      <PageTitle>{t`Presentation`}</PageTitle>
      <Panel>
        <iframe src={deck} title={t`Slides about Grow`} className={styles.deck} />
        <a href={deck} className={styles.link}>
          {t`Open the slides on their own`}
        </a>
      </Panel>
    </>
  );
}
