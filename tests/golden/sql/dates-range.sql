WITH _1 AS (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  WHERE f."pay_date" >= DATE '2026-01-01' AND f."pay_date" < DATE '2026-01-02'
  GROUP BY 1
),
_2 AS (
  SELECT CAST(f."event_time" AS DATE) AS "d1", count(*) AS "p41"
  FROM "event_log" AS f
  WHERE f."event_time" >= TIMESTAMP '2026-01-01 00:00:00' AND f."event_time" < TIMESTAMP '2026-01-02 00:00:00'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", sum("p41") AS "p41"
  FROM (
    SELECT "d1", "p11", NULL AS "p41"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p41"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", coalesce(sum("p41"), 0) AS "p41"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p41"
  FROM _rows
)
SELECT r."d1", r."p11", r."p41"
FROM (
  SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p41", 0) AS "p41"
  FROM _levels
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
