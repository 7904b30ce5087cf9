import type { ReactNode } from 'react';

/** A line drawing of 48 by 36 px. The answer's words stand beside it, so it is hidden from assistive technology. */
const Picture = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 48 36"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

/** A drop whose tip is at this point, 10 px high. */
const drop = (x: number, y: number) => `M${x} ${y}c4 5 4 10 0 10s-4-5 0-10z`;

const WATER = 'var(--surplus)';

/** A full canal, and drops over it. */
export const FullCanalPicture = () => (
  <Picture>
    <path fill={WATER} stroke={WATER} d={`${drop(13, 3)}${drop(24, 3)}${drop(35, 3)}`} />
    <path fill={WATER} stroke="none" d="M7 21h34l-6 12H13z" />
    <path d="M2 17h5l7 16h20l7-16h5" />
  </Picture>
);

/** A dry canal, and two drops over it. */
export const TwoDropsPicture = () => (
  <Picture>
    <path fill={WATER} stroke={WATER} d={`${drop(18, 4)}${drop(30, 4)}`} />
    <path d="M2 17h5l7 16h20l7-16h5" />
  </Picture>
);

/** A cloud with rain. */
export const RainCloudPicture = () => (
  <Picture>
    <path d="M14 22a7 7 0 0 1-1-13.9A10 10 0 0 1 32 7a7.5 7.5 0 0 1 2 15z" />
    <path stroke={WATER} d="m16 26-2 6m10-6-2 6m10-6-2 6" />
  </Picture>
);

/** Single grains, far apart. */
export const SandPicture = () => (
  <Picture>
    <path d="M3 9c10-3 32-3 42 0" />
    <path strokeWidth="3" d="M9 17v.1m10-.1v.1m10-.1v.1m10-.1v.1" />
    <path strokeWidth="3" d="M14 24v.1m10-.1v.1m10-.1v.1" />
    <path strokeWidth="3" d="M9 31v.1m10-.1v.1m10-.1v.1m10-.1v.1" />
  </Picture>
);

/** Crumbs. */
export const LoamPicture = () => (
  <Picture>
    <path d="M3 9c10-3 32-3 42 0" />
    <path d="M8 18h5v4H8zM20 16h7v5h-7zM34 18h6v4h-6zM13 27h7v5h-7zM28 27h6v4h-6z" />
  </Picture>
);

/** Wide cracks to the bottom of a dense block. */
export const CrackedClayPicture = () => (
  <Picture>
    <path fill="currentColor" stroke="none" opacity=".5" d="M3 9c10-3 32-3 42 0v25H3z" />
    <path strokeWidth="3" d="m11 8 4 10-5 7 3 9m12-27-3 11 5 8-3 8M37 8l-4 9 5 8-3 9" />
  </Picture>
);

/** Water over the land. */
export const StandingWaterPicture = () => (
  <Picture>
    <path fill="currentColor" stroke="none" opacity=".3" d="M3 24h42v10H3z" />
    <path fill={WATER} stroke="none" opacity=".5" d="M3 13h42v11H3z" />
    <path stroke={WATER} d="M3 13c4-4 7-4 10.5 0s7 4 10.5 0 7-4 10.5 0 7 4 10.5 0" />
    <path d="M3 24h42" />
  </Picture>
);

/** Grains that fall on a heap. */
export const LooseSandPicture = () => (
  <Picture>
    <path strokeWidth="3" d="M22 4v.1m4 3v.1m-3 4v.1m3 4v.1m-3 3v.1" />
    <path d="M6 33c8-1 12-9 18-9s10 8 18 9z" />
    <path strokeWidth="3" d="M17 31v.1m7-2v.1m7 1.9v.1" />
  </Picture>
);

/** A dense block with cracks. */
export const ClayPicture = () => (
  <Picture>
    <path fill="currentColor" stroke="none" opacity=".3" d="M3 9c10-3 32-3 42 0v25H3z" />
    <path d="M3 9c10-3 32-3 42 0M14 8l3 8-4 6 3 12M32 8l-2 9 5 6-2 11M17 16l13 1" />
  </Picture>
);
