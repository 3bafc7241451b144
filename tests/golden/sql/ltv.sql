WITH _entries AS MATERIALIZED (
  SELECT e."_player", e."_day"
  FROM (
    SELECT f."player_id" AS "_player", min(f."enrol_date") AS "_day"
    FROM "enrol" AS f
    WHERE f."enrol_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
    GROUP BY 1
  ) AS e
  WHERE e."_day" >= DATE '2026-01-01'
),
_stack AS MATERIALIZED (
  SELECT e."_day" AS "d1", e."_day", count(*) AS "_n", NULL AS "_age", NULL AS "_v", NULL AS "_k"
  FROM _entries AS e
  GROUP BY 1, 2
  UNION ALL
  SELECT "d1", "_day", 0 AS "_n", "_age" AS "_age", "_v" AS "_v", NULL AS "_k"
  FROM (
    SELECT e."_day" AS "d1", e."_day", date_diff('day', e."_day", f."buy_date") AS "_age", sum(f."amount") AS "_v"
    FROM "buy" AS f
    JOIN _entries AS e ON e."_player" = f."player_id"
    WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2028-01-10' AND f."status" = 'paid' AND date_diff('day', e."_day", f."buy_date") BETWEEN 0 AND 729
    GROUP BY 1, 2, 3
  ) AS paid
  UNION ALL
  SELECT "d1", "_day", 0 AS "_n", NULL AS "_age", NULL AS "_v", "_k" AS "_k"
  FROM (
    SELECT f."ad_date" AS "d1", f."ad_date" AS "_day", sum(f."cost") AS "_k"
    FROM "ad" AS f
    WHERE f."ad_date" >= DATE '2026-01-01' AND f."ad_date" < DATE '2026-01-11'
    GROUP BY 1, 2
  ) AS spent
),
_cells AS MATERIALIZED (
  SELECT "d1", "_day", sum("_n") AS "n", sum("_k") AS "k", sum("_v") FILTER (WHERE "_age" < 1) AS "v1", sum("_v") FILTER (WHERE "_age" < 3) AS "v3", sum("_v") FILTER (WHERE "_age" < 8) AS "v8"
  FROM _stack
  GROUP BY 1, 2
),
_stack_known AS MATERIALIZED (
  SELECT s."d1", s."_age" + 1 AS "_at", c."_over" AS "_over", s."_v" AS "_w"
  FROM _stack AS s
  JOIN (
    SELECT "d1", "_day", "n", "k", date_diff('day', "_day", DATE '2026-01-10') AS "_over"
    FROM _cells
    WHERE "k" <> 0 AND "_day" < DATE '2026-01-10'
  ) AS c ON s."d1" IS NOT DISTINCT FROM c."d1" AND s."_day" = c."_day"
  WHERE s."_age" < c."_over"
),
_stack_moves AS MATERIALIZED (
  SELECT "d1", "_at", sum("_w") AS "_w", sum("_k") AS "_k", sum("_c") AS "_c", sum("_p") AS "_p"
  FROM (
    SELECT "d1", "_at" AS "_at", sum("_w") AS "_w", 0 AS "_k", 0 AS "_c", 0 AS "_p"
    FROM _stack_known
    GROUP BY 1, 2
    UNION ALL
    SELECT "d1", "_over" + 1 AS "_at", -sum("_w") AS "_w", 0 AS "_k", 0 AS "_c", 0 AS "_p"
    FROM _stack_known
    GROUP BY 1, 2
    UNION ALL
    SELECT "d1", 1 AS "_at", 0 AS "_w", "k" AS "_k", 1 AS "_c", "n" AS "_p"
    FROM (
      SELECT "d1", "_day", "n", "k", date_diff('day', "_day", DATE '2026-01-10') AS "_over"
      FROM _cells
      WHERE "k" <> 0 AND "_day" < DATE '2026-01-10'
    ) AS costed
    UNION ALL
    SELECT "d1", "_over" + 1 AS "_at", 0 AS "_w", -"k" AS "_k", -1 AS "_c", -"n" AS "_p"
    FROM (
      SELECT "d1", "_day", "n", "k", date_diff('day', "_day", DATE '2026-01-10') AS "_over"
      FROM _cells
      WHERE "k" <> 0 AND "_day" < DATE '2026-01-10'
    ) AS costed
  ) AS moves
  GROUP BY 1, 2
),
_sums AS (
  SELECT 0 AS "_level", NULL AS "d1", coalesce(sum("n"), 0) AS "n", sum("k") AS "k", sum("n") FILTER (WHERE "k" <> 0) AS "_u", coalesce(sum("n") FILTER (WHERE "_day" <= DATE '2026-01-09'), 0) AS "_n1", sum("v1") FILTER (WHERE "_day" <= DATE '2026-01-09') AS "v1", sum("v1") FILTER (WHERE "_day" <= DATE '2026-01-09' AND "k" <> 0) AS "_w1", sum("k") FILTER (WHERE "_day" <= DATE '2026-01-09') AS "_k1", coalesce(sum("n") FILTER (WHERE "_day" <= DATE '2026-01-07'), 0) AS "_n3", sum("v3") FILTER (WHERE "_day" <= DATE '2026-01-07') AS "v3", sum("v3") FILTER (WHERE "_day" <= DATE '2026-01-07' AND "k" <> 0) AS "_w3", sum("k") FILTER (WHERE "_day" <= DATE '2026-01-07') AS "_k3", coalesce(sum("n") FILTER (WHERE "_day" <= DATE '2026-01-02'), 0) AS "_n8", sum("v8") FILTER (WHERE "_day" <= DATE '2026-01-02') AS "v8", sum("v8") FILTER (WHERE "_day" <= DATE '2026-01-02' AND "k" <> 0) AS "_w8", sum("k") FILTER (WHERE "_day" <= DATE '2026-01-02') AS "_k8"
  FROM _cells
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT "d1", coalesce(sum("n"), 0) AS "n", sum("k") AS "k", sum("n") FILTER (WHERE "k" <> 0) AS "_u", coalesce(sum("n"), 0) AS "_n1", sum("v1") AS "v1", sum("v1") FILTER (WHERE "k" <> 0) AS "_w1", sum("k") AS "_k1", coalesce(sum("n") FILTER (WHERE "_day" <= DATE '2026-01-08'), 0) AS "_n3", sum("v3") FILTER (WHERE "_day" <= DATE '2026-01-08') AS "v3", sum("v3") FILTER (WHERE "_day" <= DATE '2026-01-08' AND "k" <> 0) AS "_w3", sum("k") FILTER (WHERE "_day" <= DATE '2026-01-08') AS "_k3", coalesce(sum("n") FILTER (WHERE "_day" <= DATE '2026-01-03'), 0) AS "_n8", sum("v8") FILTER (WHERE "_day" <= DATE '2026-01-03') AS "v8", sum("v8") FILTER (WHERE "_day" <= DATE '2026-01-03' AND "k" <> 0) AS "_w8", sum("k") FILTER (WHERE "_day" <= DATE '2026-01-03') AS "_k8"
    FROM _cells
    GROUP BY 1
  ) AS grouped
),
_payback AS (
  SELECT "_level", "d1", min("_at") AS "q", arg_min("_p", "_at") AS "_q"
  FROM (
    SELECT "_level", "d1", "_at", sum("_w") OVER (PARTITION BY "_level", "d1" ORDER BY "_at") AS "_w", sum("_k") OVER (PARTITION BY "_level", "d1" ORDER BY "_at") AS "_k", sum("_c") OVER (PARTITION BY "_level", "d1" ORDER BY "_at") AS "_c", sum("_p") OVER (PARTITION BY "_level", "d1" ORDER BY "_at") AS "_p"
    FROM (
      SELECT 0 AS "_level", NULL AS "d1", "_at", "_w", "_k", "_c", "_p"
      FROM (
        SELECT "_at", sum("_w") AS "_w", sum("_k") AS "_k", sum("_c") AS "_c", sum("_p") AS "_p"
        FROM _stack_moves
        GROUP BY 1
      ) AS by_day
      UNION ALL
      SELECT 1 AS "_level", "d1", "_at", "_w", "_k", "_c", "_p"
      FROM _stack_moves
    ) AS changes
  ) AS running
  WHERE "_c" > 0 AND "_k" > 0 AND "_w" >= "_k"
  GROUP BY 1, 2
),
_levels AS (
  SELECT l.*, b."q" AS "q", b."_q" AS "_q"
  FROM _sums AS l
  LEFT JOIN _payback AS b ON l."_level" = b."_level" AND l."d1" IS NOT DISTINCT FROM b."d1"
)
SELECT r."d1", r."n", r."k", r."u", r."v1", r."l1", r."i1", r."v3", r."l3", r."i3", r."v8", r."l8", r."i8", r."q", r."l1_base", r."l3_base", r."l8_base", r."q_base"
FROM (
  SELECT "_level", "d1", "n" AS "n", "k" AS "k", r."k" / nullif(r."_u", 0) AS "u", CASE WHEN r."_n1" > 0 THEN coalesce(r."v1", 0) END AS "v1", coalesce(r."v1", 0) / nullif(r."_n1", 0) AS "l1", coalesce(r."_w1", 0) / nullif(r."_k1", 0) AS "i1", CASE WHEN r."_n3" > 0 THEN coalesce(r."v3", 0) END AS "v3", coalesce(r."v3", 0) / nullif(r."_n3", 0) AS "l3", coalesce(r."_w3", 0) / nullif(r."_k3", 0) AS "i3", CASE WHEN r."_n8" > 0 THEN coalesce(r."v8", 0) END AS "v8", coalesce(r."v8", 0) / nullif(r."_n8", 0) AS "l8", coalesce(r."_w8", 0) / nullif(r."_k8", 0) AS "i8", "q" AS "q", r."_n1" AS "l1_base", r."_n3" AS "l3_base", r."_n8" AS "l8_base", r."_q" AS "q_base"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
