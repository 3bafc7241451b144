WITH _1_p901 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."channel" AS "_1_p901_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d1", count("_1_p901_value") AS "p901"
  FROM _1_p901
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT count(DISTINCT "_1_p901_value") FROM _1_p901) AS "p901"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p901"
  FROM _rows
)
SELECT r."d1", r."p901"
FROM _levels AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
