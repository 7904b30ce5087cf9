import { scalePow } from 'd3-scale';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './bar-chart.module.css';
import { compact } from './compact';

export interface Bars {
  key: string;
  name: string;
  demand: number;
  met: number;
}

interface BarChartProps {
  bars: readonly Bars[];
  /** One sentence for those who do not see it. */
  label: string;
  series: { demand: string; met: string };
  note: string;
}

/** Pixels at the base letter size; all grow with the farmer's own. */
const BASE_LETTER = 17;
const BAR = 12;
const GAP = 4;
const ROW_WIDE = 2 * BAR + GAP + 12;
const NAME_HEIGHT = 18;
const ROW_NARROW = ROW_WIDE + NAME_HEIGHT;
const NAME_WIDTH = 128;
const VALUE_WIDTH = 68;
const NARROW = 560;

/**
 * Two lying bars for each crop, so that sixteen names stay readable on a phone. The length is the square root of the
 * figure: sugarcane is a thousand times horse gram, and on a plain scale most crops would vanish.
 */
export function BarChart({ bars, label, series, note }: BarChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, scale } = useSize(frame);
  const narrow = width < NARROW;
  const rowHeight = narrow ? ROW_NARROW : ROW_WIDE;
  const left = narrow ? 0 : NAME_WIDTH;
  const top = narrow ? NAME_HEIGHT : 0;
  const height = bars.length * rowHeight;
  const largest = Math.max(1, ...bars.flatMap((bar) => [bar.demand, bar.met]));
  const length = scalePow()
    .exponent(0.5)
    .domain([0, largest])
    .range([0, Math.max(0, width - left - VALUE_WIDTH)])
    .clamp(true);

  return (
    <div className={styles.frame}>
      <ul className={styles.legend}>
        <li>
          <span className={styles.swatch} data-series="demand" />
          {series.demand}
        </li>
        <li>
          <span className={styles.swatch} data-series="met" />
          {series.met}
        </li>
      </ul>
      <div ref={frame}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={label}
            className={styles.chart}
            width={width * scale}
            height={height * scale}
            viewBox={`0 0 ${width} ${height}`}
          >
            {bars.map((bar, index) => {
              const y = index * rowHeight;
              return (
                <g key={bar.key} transform={`translate(0 ${y})`}>
                  <text className={styles.name} x={0} y={narrow ? 13 : BAR + GAP / 2 + 5}>
                    {bar.name}
                  </text>
                  {(['demand', 'met'] as const).map((which, line) => {
                    const barY = top + line * (BAR + GAP);
                    const barWidth = length(bar[which]);
                    return (
                      <g key={which}>
                        <rect
                          className={`${styles.bar} ${styles[which]}`}
                          x={left}
                          y={barY}
                          width={barWidth}
                          height={BAR}
                          rx={3}
                        />
                        <text className={styles.value} x={left + barWidth + 6} y={barY + BAR - 1}>
                          {compact(bar[which])}
                        </text>
                      </g>
                    );
                  })}
                </g>
              );
            })}
          </svg>
        )}
      </div>
      <p className={styles.note}>{note}</p>
    </div>
  );
}

/** The width in base pixels, and how much larger than these the farmer reads. */
function useSize(element: React.RefObject<HTMLElement | null>): { width: number; scale: number } {
  const [size, setSize] = useState({ width: 0, scale: 1 });
  // Before the first paint: a chart without a size would let what is below it jump.
  useLayoutEffect(() => {
    const frame = element.current;
    if (!frame) return;
    const measure = () => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / BASE_LETTER;
      setSize({ width: Math.floor(frame.clientWidth / scale), scale });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
