import type { Locator, Page } from '@playwright/test';

const VIDEO_FILE = /\.(?:mp4|webm)$/;

/** Page model of the background. */
export class Field {
  readonly video: Locator;
  readonly poster: Locator;
  readonly pause: Locator;
  readonly play: Locator;
  /** Addresses of the requested videos. */
  readonly asked: string[] = [];

  constructor(private readonly page: Page) {
    this.video = page.locator('video');
    this.poster = page.locator('picture img');
    this.pause = page.getByRole('button', { name: 'Pause background' });
    this.play = page.getByRole('button', { name: 'Play background' });
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (VIDEO_FILE.test(pathname)) this.asked.push(pathname);
    });
  }

  time(): Promise<number> {
    return this.video.evaluate((video: HTMLVideoElement) => video.currentTime);
  }

  isPaused(): Promise<boolean> {
    return this.video.evaluate((video: HTMLVideoElement) => video.paused);
  }

  /** Resolves when the video advances. */
  async plays(): Promise<void> {
    await this.video.evaluate(
      (video: HTMLVideoElement) =>
        new Promise<void>((gone) => {
          const start = video.currentTime;
          const look = () => (video.currentTime === start ? requestAnimationFrame(look) : gone());
          look();
        }),
    );
  }

  /** Resolves after the video chunk has loaded and had time to run. */
  async hadItsChance(open: () => Promise<unknown>): Promise<void> {
    const come = this.page.waitForResponse(/\/assets\/field-video-.*\.js$/);
    await open();
    await (await come).finished();
    await this.page.evaluate(
      () => new Promise<void>((idle) => requestIdleCallback(() => requestIdleCallback(() => idle()))),
    );
  }
}
