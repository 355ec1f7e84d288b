import { setFlagsFromString } from 'node:v8';
import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// undici's index does this for all five kinds of call; here `connect` opens tunnels through proxies.
Dispatcher.prototype.connect = connect;
Dispatcher.prototype.request = request;

// After one request V8 starts to optimise undici's parser, and the process cannot end before that is done (60 ms).
// This puts it off for some hundred requests. Tried with V8 11 and 13; another V8 might report an unknown flag.
if (Number.parseInt(process.versions.v8, 10) <= 13) setFlagsFromString('--wasm-tiering-budget=1000000000');

export { Agent, Client, Dispatcher, EnvHttpProxyAgent, errors, Pool, ProxyAgent };
