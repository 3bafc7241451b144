WITH _1 AS (
  SELECT CAST(f."pay_time" - INTERVAL 5 HOUR AS DATE) AS "d1", count(*) AS "p12"
  FROM "pay_order" AS f
  WHERE f."pay_time" >= TIMESTAMP '2025-12-31 05:00:00' AND f."pay_time" < TIMESTAMP '2026-01-02 05:00:00'
  GROUP BY 1
),
_2 AS (
  SELECT f."login_date" AS "d1", count(*) AS "p3"
  FROM "login_day" AS f
  WHERE f."login_date" >= DATE '2025-12-31' AND f."login_date" < DATE '2026-01-02'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p12") AS "p12", sum("p3") AS "p3"
  FROM (
    SELECT "d1", "p12", NULL AS "p3"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p12", "p3"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", coalesce(sum("p12"), 0) AS "p12", coalesce(sum("p3"), 0) AS "p3"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p12", "p3"
  FROM _rows
)
SELECT r."d1", r."p12", r."p3"
FROM (
  SELECT "_level", "d1", coalesce("p12", 0) AS "p12", coalesce("p3", 0) AS "p3"
  FROM _levels
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
