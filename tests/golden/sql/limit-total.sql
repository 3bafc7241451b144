WITH _1_p13 AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."player_id" AS "_1_p13_value"
  FROM "pay_order" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_1_p13_rows AS (
  SELECT "d4", count("_1_p13_value") AS "p13"
  FROM _1_p13
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d4", sum("p11") AS "p11", max("p13") AS "p13"
  FROM (
    SELECT "d4", "p11", 0 AS "p13"
    FROM _1
    UNION ALL
    SELECT "d4", NULL AS "p11", "p13"
    FROM _1_p13_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p13_value") FROM _1_p13) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11", "p13"
  FROM _rows
)
SELECT r."d4", r."p11", r."p13"
FROM (
  SELECT "_level", "d4", coalesce("p11", 0) AS "p11", "p13"
  FROM _levels
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 3
