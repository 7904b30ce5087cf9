import { regionName } from './region-name';

interface NamedDistrict {
  /** In the language of the answer. */
  name: string;
  /** As the answer has it: in English, or a region's code. */
  state: string;
}

/** Formats a district: 'Erode, Tamil Nadu'. A territory with the same name as its district is named once. */
export function districtName({ name, state: english }: NamedDistrict): string {
  const state = regionName(english);
  return name === state ? name : `${name}, ${state}`;
}
