// A cheap phone on a slow network, as Lighthouse and DevTools set it.

/**
 * Slow 4G has a round trip of 150 ms and 1.6 Mbit/s. DevTools throttles requests, not packets, so Lighthouse
 * uses a latency of 3.75 round trips and 90 % of the rate.
 */
export const SLOW_4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 150 * 3.75,
  downloadThroughputKbps: 1638.4 * 0.9,
  uploadThroughputKbps: 750 * 0.9,
};
/** Slows the CPU six times, for a low-end phone. Lighthouse's default of 4 stands for a mid-range one. */
export const CPU = 6;
