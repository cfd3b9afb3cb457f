/** The four functions of keytar over memory; lives as long as the test, over many launches. */
export interface TestKeychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string; password: string }[]>;
}

/** Makes a keychain; its entries can be looked at. */
export function createTestKeychain(): { keychain: TestKeychain; entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    keychain: {
      getPassword: async (service, account) => entries.get(`${service} ${account}`) ?? null,
      setPassword: async (service, account, password) => void entries.set(`${service} ${account}`, password),
      deletePassword: async (service, account) => entries.delete(`${service} ${account}`),
      findCredentials: async (service) =>
        [...entries]
          .filter(([key]) => key.startsWith(`${service} `))
          .map(([key, password]) => ({ account: key.slice(service.length + 1), password })),
    },
  };
}

/** A computer without a keychain: every call fails, as keytar's do without a Secret Service. */
export function createMissingKeychain(): TestKeychain {
  const fail = (): Promise<never> =>
    Promise.reject(new Error('The name org.freedesktop.secrets was not provided by any .service files'));
  return { getPassword: fail, setPassword: fail, deletePassword: fail, findCredentials: fail };
}
