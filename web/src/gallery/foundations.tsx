import * as icons from '@/shared/ui/icons';
import { Panel } from '@/shared/ui/panel';
import * as screenIcons from '@/shared/ui/screen-icons';
import styles from './gallery.module.css';

const COLOURS = [
  '--ground --panel-solid --panel-sunk --line --line-strong --text --text-soft',
  '--accent --accent-strong --on-accent --accent-wash --focus --error --error-wash --warning-wash --glow',
  '--demand --met --not-met --not-met-hatch --surplus',
].flatMap((line) => line.split(' '));

const { Icon: _, ...pictures } = icons;
const ICONS = { ...pictures, ...screenIcons };

const TEXTS = ['--text-xs', '--text-s', '--text-m', '--text-l', '--text-h2', '--text-xl', '--text-h1'];

export const Foundations = () => (
  <>
    <Panel title="Colour">
      <ul className={styles.swatches}>
        {COLOURS.map((name) => (
          <li key={name}>
            <span className={styles.swatch} style={{ '--colour': `var(${name})` } as React.CSSProperties} />
            {name.slice(2)}
          </li>
        ))}
      </ul>
    </Panel>
    <Panel title="Type">
      {TEXTS.map((name) => (
        <p key={name} style={{ fontSize: `var(${name})` }}>
          {name.slice(2)}: 12,34,567.890 tonnes, <span lang="ta">நிலக்கடலை</span>, <span lang="hi">मूंगफली</span>
        </p>
      ))}
    </Panel>
    <Panel title="Icons">
      <div className={styles.row}>
        {Object.entries(ICONS).map(([name, Icon]) => (
          <span key={name} title={name}>
            <Icon />
          </span>
        ))}
      </div>
    </Panel>
  </>
);
