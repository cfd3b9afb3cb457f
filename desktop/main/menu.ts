import type { Role } from '#shared/api/endpoint.ts';
import type { Accounts } from './accounts.ts';
import type { Base } from './base.ts';
import type { Calls } from './calls.ts';
import { appMenu, nextZoom, type MenuAccounts } from './core/app-menu.ts';
import { ACCOUNT_FAILED_TOAST, IN_CALL_TOAST } from './core/toasts.ts';
import type { Everyday } from './everyday.ts';
import { goInHistory } from './platform/main-window.ts';
import { setAppMenu } from './platform/menu.ts';

/** The application menu. */
export interface AppMenu {
  /** Shows the menu of a role; null while no one is signed in. */
  show: (role: Role | null) => void;
  /** Shows the accounts as they are now. */
  refresh: () => void;
}

type MenuNouns = () => { accounts: Accounts; calls: Calls; everyday: Everyday };

/** Creates the application menu. Nothing is shown before `show`. */
export function createMenu(base: Base, modules: MenuNouns): AppMenu {
  const { platform, hasDevTools, isShared, settings, recovery } = base;
  let shown: { role: Role | null } | null = null;
  const refresh = (): void => {
    if (!shown) return;
    const { calls, everyday } = modules();
    const { window } = calls;
    const actions = {
      navigate: window.show,
      zoom: (step: 'in' | 'out' | 'reset') => everyday.setZoom(nextZoom(settings.current.zoomFactor, step)),
      go: (where: 'back' | 'forward') => {
        const current = window.find();
        if (current) goInHistory(current, where);
      },
      openDiagnostics: everyday.openDiagnostics,
      restartInSafeMode: recovery.restartInSafeMode,
    };
    const accounts = isShared ? null : menuAccounts(base, modules(), refresh);
    setAppMenu(appMenu({ platform, hasDevTools, role: shown.role, accounts, actions }));
  };
  return {
    show: (role) => {
      shown = { role };
      refresh();
    },
    refresh,
  };
}

/** The accounts of the menu. As in the page, a call has to end before another account is shown. */
function menuAccounts({ toasts }: Base, { accounts, calls }: ReturnType<MenuNouns>, refresh: () => void): MenuAccounts {
  const { handlers } = accounts;
  const list = accounts.list();
  const leave = async (go: () => unknown): Promise<void> => {
    if (calls.hasCall()) toasts.publish(IN_CALL_TOAST);
    else await Promise.resolve(go()).catch(() => toasts.publish(ACCOUNT_FAILED_TOAST));
    calls.window.show();
  };
  return {
    list,
    show: (id) => {
      // The system has changed the check mark of the chosen entry.
      refresh();
      const isCurrent = list.some((account) => account.isCurrent && account.id === id);
      if (isCurrent) calls.window.show();
      else void leave(() => handlers.switchAccount(id));
    },
    add: () => void leave(() => handlers.addAccount()),
  };
}
