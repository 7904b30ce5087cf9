export interface Catalogue {
  file: string;
  text: string;
  /** Messages by their id. */
  messages: Record<string, { message?: string; translation?: string }>;
}

export function languagesIn(folder: string): string[];
export function cataloguesOf(folder: string, language: string): Catalogue[];
export function write(catalogue: Catalogue, language: string): void;
