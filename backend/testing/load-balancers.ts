import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A load balancer in front of two nodes, set up as docs/hosting.md says, with quicker checks. */
interface LoadBalancer {
  /** Adds its file to a folder and starts it on a port. */
  start: (settings: { folder: string; port: number; nodes: readonly number[] }) => ChildProcess;
}

const HOSTING = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'hosting.md'), 'utf8');

/** Returns the lines of a documented configuration that decide what is compressed, as they are in docs/hosting.md. */
function readCompression(language: 'nginx' | 'haproxy'): string[] {
  const [, block = ''] = HOSTING.split(`\`\`\`${language}\n`);
  const [text = ''] = block.split('```');
  const found = text.match(/^ {2}(?:gzip|compression).*$|^ {2}location ~[^]*?^ {2}\}$/gm);
  if (!found) throw new Error(`docs/hosting.md does not say what ${language} compresses`);
  return found;
}

const HAPROXY: LoadBalancer = {
  start({ folder, port, nodes }) {
    const file = join(folder, 'haproxy.cfg');
    const servers = nodes.map((node) => `  server n${node} 127.0.0.1:${node} check cookie n${node}`);
    const lines = [
      'defaults',
      '  mode http',
      '  timeout client 60s',
      '  timeout connect 3s',
      '  timeout server 60s',
      '  timeout check 5s',
      '  option redispatch 1',
      '  retry-on conn-failure',
      '  default-server inter 500ms fall 2 rise 1',
      'frontend lyceum',
      `  bind 127.0.0.1:${port}`,
      '  option forwardfor',
      ...readCompression('haproxy'),
      '  default_backend nodes',
      'backend nodes',
      '  cookie NODE insert indirect nocache httponly',
      '  option httpchk GET /api/health/ready',
      '  http-response set-header x-node %s',
      ...servers,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  },
};

const NGINX: LoadBalancer = {
  start({ folder, port, nodes }) {
    const file = join(folder, 'nginx.conf');
    const lines = [
      'daemon off;',
      `pid ${folder}/nginx.pid;`,
      `error_log ${folder}/nginx.log;`,
      'events {}',
      'http {',
      '  access_log off;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`),
      '  map $http_cookie $lyceum_client {',
      '    default $remote_addr;',
      '    "~(?:^|; *)(?:__Host-)?sid=(?<session>[^;]+)" $session;',
      '  }',
      '  upstream lyceum {',
      '    hash $lyceum_client consistent;',
      ...nodes.map((node) => `    server 127.0.0.1:${node} fail_timeout=2s;`),
      '  }',
      '  server {',
      `    listen 127.0.0.1:${port};`,
      '    client_max_body_size 11m;',
      ...readCompression('nginx'),
      '    proxy_http_version 1.1;',
      '    proxy_request_buffering off;',
      '    proxy_set_header Host $host:$server_port;',
      '    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      '    add_header x-node $upstream_addr always;',
      '    location / { proxy_pass http://lyceum; }',
      '  }',
      '}',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return spawn('nginx', ['-c', file, '-e', join(folder, 'nginx.log')], { stdio: 'ignore' });
  },
};

/** Load balancers by the names of their programs. */
export const LOAD_BALANCERS = { haproxy: HAPROXY, nginx: NGINX } as const;

/** Ends a program that a test started. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
