import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { COLOR_SCHEMES, THEMES } from './preferences.ts';

const flag = () => z.optional(z.boolean('This switch is on or off'));

/** Inputs of preferencesEndpoints by endpoint name; an omitted field is not changed. */
export const preferencesSchemas = {
  editPreferences: {
    body: z.strictObject({
      theme: z.optional(z.enum(THEMES, 'Choose light, dark or system')),
      colorScheme: z.optional(z.enum(Object.values(COLOR_SCHEMES), 'Choose one of the five colours')),
      fontSize: z.optional(z.literal([1, 2, 3], 'Choose size 1, 2 or 3')),
      emailNotifications: flag(),
      pushNotifications: flag(),
      messageNotifications: flag(),
      connectionNotifications: flag(),
      courseUpdateNotifications: flag(),
      marketingNotifications: flag(),
      sendWithEnter: flag(),
      messageSound: flag(),
    }),
  },
} satisfies EndpointSchemas;
