WITH _2_p1 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_2_p1_rows AS (
  SELECT "d1", count("_2_p1_value") AS "p1"
  FROM _2_p1
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p1") AS "p1"
  FROM (
    SELECT "d1", "p11", NULL AS "p1"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p1"
    FROM _2_p1_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1) AS "p1"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p1"
  FROM _rows
)
SELECT r."d1", r."p-1"
FROM (
  SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p-1"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
