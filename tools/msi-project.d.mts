/** A property of the installer and the value of the policy that it writes. */
interface MsiProperty {
  property: string;
  value: string;
  type: 'string' | 'integer';
  data: string;
  given: string;
  stored?: string;
}

export const MSI_PROPERTIES: readonly MsiProperty[];
export function extendMsiProject(project: string): string;
