import type { AccountView } from '#shared/api/account.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { read, type Reader } from '../../db/read.ts';
import { loadLastExport, type ExportViewer } from './export.view.ts';

const ACCOUNT = {
  name: 'account-view',
  text: `select u.username, u.full_name, u.role, u.email, u.email_verified_at is not null as is_email_verified,
      u.email_refused_at is not null as is_email_refused,
      (select t.email from auth_tokens t where t.user_id = u.id and t.purpose = 'change' and t.expires_at > now()
        order by t.created_at desc limit 1) as pending_email,
      exists (select 1 from two_factor f where f.user_id = u.id and f.enabled_at is not null) as is_two_factor_on,
      (select count(*)::int from recovery_codes c where c.user_id = u.id) as recovery_codes
    from users u where u.id = $1`,
};
interface AccountRow {
  username: string;
  full_name: string;
  role: Role;
  email: string;
  is_email_verified: boolean;
  is_email_refused: boolean;
  pending_email: string | null;
  is_two_factor_on: boolean;
  recovery_codes: number;
}

/** Loads the account for its owner. */
export async function loadAccount(reader: Reader, viewer: ExportViewer): Promise<AccountView> {
  const [row] = await read<AccountRow>(reader, ACCOUNT, [viewer.id]);
  if (!row) throw new Error('the session belongs to an account that does not exist');
  return {
    username: row.username,
    fullName: row.full_name,
    role: row.role,
    email: row.email,
    isEmailVerified: row.is_email_verified,
    isEmailRefused: row.is_email_refused,
    pendingEmail: row.pending_email,
    twoFactor: { isOn: row.is_two_factor_on, recoveryCodesLeft: row.recovery_codes },
    lastExport: await loadLastExport(reader, viewer),
  };
}
