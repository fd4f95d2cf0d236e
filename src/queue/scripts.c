/* The scripts of the queue, in Lua: each is one step that Redis does as a whole or not at all.
 * Their keys are documented in docs/formats/queue.md. Time is that of the Redis: clocks of other
 * machines do not matter. */
#include "queue/link.h"

#define NOW                          \
    "local t = redis.call('TIME')\n" \
    "local now = t[1] * 1000 + math.floor(t[2] / 1000)\n"

/* A job is added again: the sender learns the id of its new entry, or it would think that the job
 * is lost, and add it once more. */
#define TELL_MOVED                                                   \
    "local function tell_moved(run, results, ticket, id, keep_ms)\n" \
    "  if redis.call('EXISTS', run) == 0 then return end\n"          \
    "  redis.call('XADD', results, '*', 'n', ticket, 'moved', id)\n" \
    "  redis.call('PEXPIRE', results, keep_ms)\n"                    \
    "end\n"

const char *const script_texts[SCRIPT_COUNT] = {
    /* A result. Whoever deletes the job's entry first has finished it: another result of the same
     * job, of a worker that was thought dead, changes nothing. Nobody waits for the results of a
     * run without a lease.
     * A result that cannot be added (pcall: somebody has spoilt the run's stream) is lost, and the
     * sender misses it. KEYS jobs results run stats; ARGV group id ticket result keep_ms. 1: it
     * counts. */
    [SCRIPT_FINISH] = "redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])\n"
                      "if redis.call('XDEL', KEYS[1], ARGV[2]) == 0 then return 0 end\n"
                      "if redis.call('EXISTS', KEYS[3]) == 1 then\n"
                      "  redis.pcall('XADD', KEYS[2], '*', 'n', ARGV[3], 'r', ARGV[4])\n"
                      "  redis.call('PEXPIRE', KEYS[2], ARGV[5])\n"
                      "end\n"
                      "redis.call('HINCRBY', KEYS[4], 'done', 1)\n"
                      "return 1\n",

    /* A job that a worker does not play: another may (it is added again with the names of those who
     * refused), unless enough of them did, or all there are; then it is set aside and the sender
     * gets the failure.
     * KEYS jobs results run stats aside workers; ARGV group id run ticket job by count enough
     * live_ms failure why keep_ms aside_max. 0: it was settled before, 1: added again, 2: aside. */
    [SCRIPT_SETTLE] =
        "redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])\n"
        "if redis.call('XDEL', KEYS[1], ARGV[2]) == 0 then return 0 end\n" NOW TELL_MOVED
        "local live = redis.call('ZCOUNT', KEYS[6], now - ARGV[9], '+inf')\n"
        "local count = tonumber(ARGV[7])\n"
        "if count < tonumber(ARGV[8]) and count < live then\n"
        "  local id = redis.call('XADD', KEYS[1], '*', 'run', ARGV[3], 'n', ARGV[4], 'job',\n"
        "    ARGV[5], 'by', ARGV[6], 'why', ARGV[11])\n"
        "  tell_moved(KEYS[3], KEYS[2], ARGV[4], id, ARGV[12])\n"
        "  return 1\n"
        "end\n"
        "redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[13], '*', 'run', ARGV[3], 'n', ARGV[4],\n"
        "  'job', ARGV[5], 'by', ARGV[6], 'why', ARGV[11])\n"
        "if redis.call('EXISTS', KEYS[3]) == 1 then\n"
        "  redis.pcall('XADD', KEYS[2], '*', 'n', ARGV[4], 'r', ARGV[10])\n"
        "  redis.call('PEXPIRE', KEYS[2], ARGV[12])\n"
        "end\n"
        "redis.call('HINCRBY', KEYS[4], 'failed', 1)\n"
        "return 2\n",

    /* A job whose run is over, if it still is. KEYS jobs run; ARGV group id. */
    [SCRIPT_DROP] = "if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end\n"
                    "redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])\n"
                    "return redis.call('XDEL', KEYS[1], ARGV[2])\n",

    /* A sign of life: of the worker, and of the jobs that it really has. Entries that were
     * delivered to it on a connection that broke are not among them, and others will claim them.
     * KEYS jobs workers worker; ARGV group worker live_ms field_count, names and values, ids. */
    [SCRIPT_BEAT] = NOW
    "redis.call('ZADD', KEYS[2], now, ARGV[2])\n"
    "redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - 10 * ARGV[3])\n"
    "local last = 4 + ARGV[4]\n"
    "for i = 5, last, 2 do redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1]) end\n"
    "redis.call('PEXPIRE', KEYS[3], 10 * ARGV[3])\n"
    "local mine = {}\n"
    "for i = last + 1, #ARGV do mine[ARGV[i]] = true end\n"
    "if last == #ARGV then return 0 end\n"
    "local kept = 0\n"
    "for _, e in ipairs(redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 4096, ARGV[2])) do\n"
    "  if mine[e[1]] then\n"
    "    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, e[1], 'JUSTID')\n"
    "    kept = kept + 1\n"
    "  end\n"
    "end\n"
    "return kept\n",

    /* Takes over entries of workers that gave no sign of life for them. One that is too long to be
     * a job arrives without its text; one at a time, because all of them must fit into one reply.
     * KEYS jobs; ARGV group worker idle_ms count job_max. A list of {id, fields, deliveries}. */
    [SCRIPT_CLAIM] =
        "local found = {}\n"
        "local at, bytes = '0-0', 0\n"
        "repeat\n"
        "  local got = redis.call('XAUTOCLAIM', KEYS[1], ARGV[1], ARGV[2], ARGV[3], at,\n"
        "    'COUNT', 1)\n"
        "  at = got[1]\n"
        "  for _, e in ipairs(got[2]) do\n"
        "    local fields = e[2] or {}\n"
        "    if #fields > 64 then fields = {} end\n"
        "    for i = 1, #fields do\n"
        "      if #fields[i] > tonumber(ARGV[5]) then fields[i] = '' end\n"
        "      bytes = bytes + #fields[i]\n"
        "    end\n"
        "    local p = redis.call('XPENDING', KEYS[1], ARGV[1], e[1], e[1], 1)\n"
        "    found[#found + 1] = {e[1], fields, p[1] and p[1][4] or 0}\n"
        "  end\n"
        "until at == '0-0' or #found >= tonumber(ARGV[4]) or bytes > tonumber(ARGV[5])\n"
        "return found\n",

    /* Gives back all entries of a worker but those that it names, and forgets the worker if it
     * leaves. Entries of consumers that have nothing and were idle for long are forgotten too.
     * KEYS jobs workers worker; ARGV group worker leaves prefix keep_ms ids.. How many were given
     * back. */
    [SCRIPT_LEAVE] = TELL_MOVED
    "local kept = {}\n"
    "for i = 6, #ARGV do kept[ARGV[i]] = true end\n"
    "local given = 0\n"
    "for _, e in ipairs(redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 4096, ARGV[2])) do\n"
    "  if not kept[e[1]] then\n"
    "    local entry = redis.call('XRANGE', KEYS[1], e[1], e[1])[1]\n"
    "    redis.call('XACK', KEYS[1], ARGV[1], e[1])\n"
    "    if redis.call('XDEL', KEYS[1], e[1]) == 1 then\n"
    "      local id = redis.call('XADD', KEYS[1], '*', unpack(entry[2]))\n"
    "      local of = {run = '', n = ''}\n"
    "      for i = 1, #entry[2], 2 do of[entry[2][i]] = entry[2][i + 1] end\n"
    "      tell_moved(ARGV[4] .. 'run:' .. of.run, ARGV[4] .. 'results:' .. of.run, of.n, id,\n"
    "        ARGV[5])\n"
    "      given = given + 1\n"
    "    end\n"
    "  end\n"
    "end\n"
    "if ARGV[3] == '1' then\n"
    "  redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])\n"
    "  redis.call('ZREM', KEYS[2], ARGV[2])\n"
    "  redis.call('DEL', KEYS[3])\n"
    "end\n"
    "for _, c in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do\n"
    "  if c[4] == 0 and c[6] > 600000 then\n"
    "    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], c[2])\n"
    "  end\n"
    "end\n"
    "return given\n",

    /* The lease of a run: somebody still waits for its results.
     * KEYS run runs workers; ARGV run lease_ms live_ms prefix field_count, names and values.
     * {live workers, their slots}. */
    [SCRIPT_RENEW] = NOW
    "redis.call('HSET', KEYS[1], unpack(ARGV, 6, 5 + ARGV[5]))\n"
    "redis.call('PEXPIRE', KEYS[1], ARGV[2])\n"
    "redis.call('SADD', KEYS[2], ARGV[1])\n"
    "local live = redis.call('ZRANGEBYSCORE', KEYS[3], now - ARGV[3], '+inf')\n"
    "local slots = 0\n"
    "for _, w in ipairs(live) do\n"
    "  slots = slots + (tonumber(redis.pcall('HGET', ARGV[4] .. 'worker:' .. w, 'slots')) or 0)\n"
    "end\n"
    "return {#live, slots}\n",

    /* Which of these jobs are no longer in the stream? KEYS jobs; ARGV ids. Their places, from 0.
     */
    [SCRIPT_LOST] = "local lost = {}\n"
                    "for i = 1, #ARGV do\n"
                    "  if #redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i]) == 0 then\n"
                    "    lost[#lost + 1] = i - 1\n"
                    "  end\n"
                    "end\n"
                    "return lost\n",

    /* A run is over. KEYS jobs results run runs; ARGV group run ids.. */
    [SCRIPT_FORGET] = "for i = 3, #ARGV do\n"
                      "  redis.call('XACK', KEYS[1], ARGV[1], ARGV[i])\n"
                      "  redis.call('XDEL', KEYS[1], ARGV[i])\n"
                      "end\n"
                      "redis.call('DEL', KEYS[2], KEYS[3])\n"
                      "redis.call('SREM', KEYS[4], ARGV[2])\n"
                      "return 1\n",
};
