-- $1 = "50"
WITH _1_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."channel" AS "d4", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_1_p1_rows AS (
  SELECT "d4", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d4", max("p1") AS "p1", sum("p2") AS "p2"
  FROM (
    SELECT "d4", 0 AS "p1", "p2"
    FROM _1
    UNION ALL
    SELECT "d4", "p1", NULL AS "p2"
    FROM _1_p1_rows
  ) AS _all
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d4", "p1_counted" AS "p1", "p2_counted" AS "p2"
  FROM (
    SELECT "d4", "p1" AS "p1_counted", "p2" AS "p2_counted", "p1", coalesce("p2", 0) AS "p2"
    FROM _rows
  ) AS r
  WHERE r."p2" >= CAST($1 AS BIGINT)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1 JOIN _kept ON _kept."d4" IS NOT DISTINCT FROM _1_p1."d4") AS "p1", sum("p2") AS "p2"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d4", "p1", "p2"
  FROM _kept
)
SELECT r."d4", r."p1", r."p2"
FROM (
  SELECT "_level", "d4", "p1", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."p1" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
